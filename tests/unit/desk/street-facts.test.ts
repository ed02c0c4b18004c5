import { expect, it } from 'vitest';
import { StreetFacts } from '../../../src/lib/desk/street-facts.ts';
import { openPublished } from '../search/gazetteer/open-andorra.ts';
import { takeAndorra } from '../../streets/andorra.ts';

const { folder } = await takeAndorra();
const { gazetteer } = openPublished(folder);

async function find(street: string, city: string, countryCode = 'AD') {
  const facts = new StreetFacts(() => Promise.resolve((question) => gazetteer.find(question)));
  await facts.load([{ street, city, countryCode }]);
  return facts.get({ street, city, countryCode });
}

it.each<[street: string, city: string, missing: string | null]>([
  ['Avinguda Meritxell', 'Andorra la Vella', null],
  ['Av. Meritxell', 'Andorra la Vella', null],
  ['Carrer Major', 'Canillo', null],
  // Published, and without such a street.
  ['Marszałkowska', 'Andorra la Vella', ''],
  ['Avinguda Meirtxell', 'Andorra la Vella', 'Avinguda Meritxell'],
  // A town that isn't published.
  ['Marszałkowska', 'Warszawa', null],
  ['', 'Andorra la Vella', null],
])('A street of a published town is missing or known: %s, %s → %s', async (street, city, missing) => {
  expect((await find(street, city))?.suggestion ?? null).toBe(missing);
});

it('Nothing is missing if the streets can’t be read', async () => {
  const facts = new StreetFacts(() => Promise.reject(new Error('offline')));
  expect(await facts.load([{ street: 'Mglista', city: 'Testowo', countryCode: 'PL' }])).toBe(false);
});
