import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { GAZETTEER_FORMAT, writePage, type GazetteerRow, type Town } from '#search/gazetteer/format.ts';
import { openGazetteer } from '#search/gazetteer/open-gazetteer.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { LINE, POINT } from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { drawn, layer } from '../../streets/made-up-archive.ts';
import { words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const VERSION = '0123456789abcdef';
const MANIFEST = {
  ...{ format: 1, version: VERSION, minZoom: 9, maxZoom: 14, attribution: '' },
  areas: [
    {
      ...{ name: 'a', version: VERSION, bounds: [1, 42, 2, 43], minZoom: 9, maxZoom: 14, date: null },
      search: { format: GAZETTEER_FORMAT, version: VERSION, countries: ['AD'] },
    },
  ],
};
const TOWN: Town = { name: 'Vila', key: 'vila', country: 'AD', x: 33_838_000, y: 24_784_000 };
const ROWS = ['Carrer Nou', 'Carrer Vell', 'Vila'].map((name, at): GazetteerRow => ({
  ...{ key: foldName(name), word: '', name, mainName: '', kind: at === 2 ? 'town' : 'street', town: TOWN },
  ...{ x: TOWN.x + at, y: TOWN.y, reach: 500, population: 0 },
}));
const PAGE = JSON.stringify(writePage(ROWS));
const INDEX = JSON.stringify({ format: GAZETTEER_FORMAT, keys: ['nou'] });
const TILE = writeVectorTile([
  layer('road_names', drawn(LINE, [[0, 900, 4000, 900]], { name: 'Carrer Nou', kind: 'minor' })),
  layer('house_numbers', drawn(POINT, [[900, 880]], { number: '12' })),
]);

/** Replaces a value somewhere in JSON, or characters of its text. */
const harmed = (text: string) =>
  fc.oneof(
    fc
      .record({ at: fc.nat(text.length), by: fc.string({ maxLength: 6 }) })
      .map(({ at, by }) => text.slice(0, at) + by + text.slice(at + 1)),
    fc
      .tuple(fc.constantFrom(...Object.keys(JSON.parse(text) as object)), fc.jsonValue())
      .map(([key, value]) => JSON.stringify({ ...(JSON.parse(text) as object), [key]: value })),
    fc.json(),
    { weight: 4, arbitrary: fc.constant(text) },
  );
const word = fc.constantFrom(
  ...words('Carrer Nou Nuo Vila 12 12a constructor __proto__ \u0000 🏠'),
  'x'.repeat(200),
);
const inputs = fc.record({
  index: harmed(INDEX),
  page: harmed(PAGE),
  tile: fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.constant(TILE)),
  parts: fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
});

describe('Fuzzing: gazetteer', PATIENCE, () => {
  it('any question with any files ends without a crash', async () => {
    let answered = 0;
    await sendThrough('files of a gazetteer', inputs, async ({ index, page, tile, parts }) => {
      const gazetteer = openGazetteer({
        files: createSnapshotFiles('https://x.example/streets/', (input) => {
          const name = input as string;
          if (name.endsWith('manifest.json')) return Promise.resolve(Response.json(MANIFEST));
          if (name.endsWith('.mvt')) return Promise.resolve(new Response(Uint8Array.from(tile)));
          return Promise.resolve(new Response(name.endsWith('index.json') ? index : page));
        }),
      });
      try {
        for (const match of await gazetteer.find({ parts, near: null, countries: [] })) {
          answered++;
          const { position } = await gazetteer.place(match);
          expect(Math.abs(position.latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(position.longitude)).toBeLessThanOrEqual(180);
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    });
    expect(answered).toBeGreaterThan(INPUTS / 10);
  });
});
