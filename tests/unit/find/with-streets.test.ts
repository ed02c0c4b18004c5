import { expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { Suggestion } from '../../../src/lib/find/suggest.ts';
import { addStreets } from '../../../src/lib/find/with-streets.ts';
import type { Gazetteer } from '../../../src/lib/gazetteer/open-gazetteer.ts';

const OWN: Suggestion[] = [{ kind: 'point', id: 'AD_1' }];

it.each([
  ['a text', { text: 'Andorra la Vella' }],
  ['a text with a postcode', { text: 'AD500 Andorra la Vella' }],
])(
  'published streets that can’t be read take nothing away of what the network has for %s',
  async (_, question) => {
    let asked = 0;
    const gazetteer = {
      find() {
        asked++;
        return Promise.reject(new AppError('unavailable', 'The files of streets can’t be read.'));
      },
    };
    expect(await addStreets(Promise.resolve(OWN), gazetteer as unknown as Gazetteer, question)).toEqual(OWN);
    expect(asked).toBe(1);
  },
);
