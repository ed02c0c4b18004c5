import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddress } from '#search/address/split-address.ts';
import { sortPoints } from '../../publisher/sort-points.ts';
import { makeStreetRows } from '../../publisher/street-rows.ts';
import { foldStreet } from '#search/names.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { type Item, placeItem as at } from './made-up-platform.ts';
import { collectItems } from './collect-items.ts';
import { publishItems } from './publish-items.ts';

const readRows = async (items: Item[]) => (await publishItems(items)).readPages('streets').flat();

/** Makes the rows without publishing them. */
const makeRows = (items: Item[]) => [...makeStreetRows(sortPoints(collectItems(items), new Set()))];

describe('Table of streets', () => {
  it('places a street at its points, and each house at its own', async () => {
    const street = 'Marszałkowska';
    const rows = await readRows([
      at(52.23, 21.01, { street, city: 'Warszawa', buildingNumber: '10' }),
      at(52.231, 21.012, { street: 'ul. MARSZAŁKOWSKA', city: 'WARSZAWA', buildingNumber: '12 A' }),
      at(52.229, 21.008, { street, city: 'Warszawa', buildingNumber: null }),
      at(50.06, 19.94, { street, city: 'Kraków', buildingNumber: '10' }),
    ]);
    expect(rows).toEqual([
      ['marszalkowska krakow', street, 'Kraków', 'PL', 50.06, 19.94, 1, [['10', 0, 0]], 1],
      [
        'marszalkowska warszawa',
        street,
        'Warszawa',
        'PL',
        52.23,
        21.01,
        3,
        [
          ['10', 0, 0],
          ['12a', 100, 200],
        ],
        3,
      ],
    ]);
  });

  it('ignores addresses that are missing or have another shape, and villages without streets', async () => {
    const addresses = [
      undefined,
      null,
      [],
      { street: 7 },
      { street: ' ' },
      { street: '163415', city: 'Dinxperlo' },
      { street: 'x'.repeat(5000), city: 'Łódź' },
      { street: 'Pcim', city: 'PCIM', buildingNumber: '7' },
      { city: 'Łódź' },
    ];
    expect(await readRows(addresses.map((address) => at(51, 19, address)))).toEqual([]);
    const [row] = await readRows([at(51, 19, { street: 'Polna', city: null })]);
    expect(row).toEqual(['polna', 'Polna', '', 'PL', 51, 19, 1, [], 1]);
  });

  it('the same name in another country or city is another street', async () => {
    const address = { street: 'Hauptstraße', city: 'Neustadt' };
    const rows = await readRows([
      at(49.3, 8.1, address, 'DE'),
      at(54.1, 10.8, address, 'DE'),
      at(54.1, 10.8, address, 'DE'),
      at(47.8, 16.2, address, 'AT'),
    ]);
    expect(rows.map((row) => (row as unknown[]).slice(3))).toEqual([
      ['AT', 47.8, 16.2, 1, [], 1],
      ['DE', 54.1, 10.8, 2, [], 3],
      ['DE', 49.3, 8.1, 1, [], 3],
    ]);
  });

  it('equals the brute-force result in any order of the list', () => {
    const name = fc.constantFrom('Długa', 'DŁUGA', 'Nowa', 'Nowa Wieś', 'ul. Nowa', '3 Maja', 'Str.');
    const city = fc.constantFrom('Łódź', 'Lodz', 'Wieś', 'Wieś Nowa', 'Dluga', null);
    const step = fc.integer({ min: 0, max: 9 });
    const place = fc.record({
      street: name,
      city,
      country: fc.constantFrom('PL', 'DE'),
      north: step,
      east: step,
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 25 }), (places) => {
        const items = places.map(({ street, city: town, country, north, east }) =>
          at(52 + north / 1000, 21 + east / 1000, { street, city: town }, country),
        );
        const counts = new Map<string, number>();
        for (const { street, city: town, country } of places) {
          const [folded, cityFolded] = [foldStreet(street), foldName(town ?? '')];
          if (folded === cityFolded) continue;
          const key = JSON.stringify([`${folded} ${cityFolded}`.trim(), folded, country]);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const rows = makeRows(items);
        const found = rows.map(([key, street, , country, , , count]) => [
          JSON.stringify([key, foldStreet(street), country]),
          count,
        ]);
        expect(found).toHaveLength(counts.size);
        expect(new Map(found as [string, number][])).toEqual(counts);
        const keys = rows.map(([key]) => key);
        expect(keys).toEqual([...keys].sort());
        for (const [key, , , country, latitude, longitude] of rows) {
          const own = places.some(
            (candidate) =>
              candidate.country === country &&
              key === `${foldStreet(candidate.street)} ${foldName(candidate.city ?? '')}`.trim() &&
              Math.abs(52 + candidate.north / 1000 - latitude) < 1e-9 &&
              Math.abs(21 + candidate.east / 1000 - longitude) < 1e-9,
          );
          expect(own).toBe(true);
        }
        expect(makeRows([...items].reverse())).toEqual(rows);
      }),
      { numRuns: 100 },
    );
  });
});

describe('House number', () => {
  it.each([
    ['Kościuszki', '27', 'Kościuszki', '27'],
    ['PLACE ROI BAUDOUIN 12A', '', 'PLACE ROI BAUDOUIN', '12A'],
    ['ZeunerStr. 7-9', '', 'ZeunerStr.', '7-9'],
    ['17 BIS RUE JACQUES FAUQUET', '', 'RUE JACQUES FAUQUET', '17 BIS'],
    ['2/20 ALLEE DE L EST', '', 'ALLEE DE L EST', '2/20'],
    ['268 Battersea Park Road', 'InPost Shop - Mailroom etc Ltd', 'Battersea Park Road', '268'],
    ['Wylam Road, Old Swan', '24/7 InPost Locker - Retail Park', 'Wylam Road, Old Swan', ''],
    ['Marszałkowska 10', '10', 'Marszałkowska', '10'],
    ['3 Maja', '', '3 Maja', ''],
    ['3 Maja 12', '', '3 Maja', '12'],
    ['3 Maja', '5', '3 Maja', '5'],
    ['163415', '', '163415', ''],
    ['Straße des 17. Juni', '135', 'Straße des 17. Juni', '135'],
    ['Dworcowa', 'b/n', 'Dworcowa', ''],
    ['Dorpsstraat', '15-a', 'Dorpsstraat', '15-a'],
    ['Dorpsstraat 4-B', '', 'Dorpsstraat', '4-B'],
    ['Dorpsstraat 3 A-C', '', 'Dorpsstraat', '3 A-C'],
    ['Via Roma 12/A', '', 'Via Roma', '12/A'],
    ['12 bis rue de la Paix', '', 'rue de la Paix', '12 bis'],
    ['Dorpsstraat 61E', '', 'Dorpsstraat', '61E'],
  ])('split from %j, %j', (line, number, street, house) => {
    expect(splitAddress({ street: line, houseNumber: number }, '')).toMatchObject({ street, house });
  });

  it('the search takes time linear in the text', () => {
    const nasty = [`${'1 '.repeat(40)}`, `${'1a'.repeat(40)}`, `${'a 1 '.repeat(20)}`];
    for (const line of nasty) expect(splitAddress({ street: line, houseNumber: line }, '').house).toBe('');
  });
});
