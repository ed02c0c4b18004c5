import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMetres } from '#network/distance.ts';
import type { StreetQuestion } from '#search/tables/streets.ts';
import { makePoint } from '../../network/make-points.ts';
import { makeItems, openTest } from '../../network/open-test-snapshot.ts';
import { VERSION, type PublishedStreet } from '../../network/publish-in-memory.ts';

const STREETS: PublishedStreet[] = [
  {
    name: 'Marszałkowska',
    city: 'Warszawa',
    latitude: 52.23,
    longitude: 21.01,
    count: 5,
    houses: [['10', 120, -40]],
  },
  { name: 'Marszałkowska', city: 'Kraków', latitude: 50.06, longitude: 19.94, count: 2 },
  { name: 'Marszałkowska', city: 'Wrocław', latitude: 51.1, longitude: 17.03, count: 3 },
  { name: 'ul. Długa', city: 'Łódź' },
  { name: 'Długosza', city: 'Łódź', count: 9 },
  { name: 'Bergstr.', city: 'Köln' },
];
const request = (beginning: string, more: Partial<StreetQuestion> = {}): StreetQuestion => ({
  beginning,
  house: '',
  near: null,
  limit: 8,
  forgiving: true,
  ...more,
});
const open = async (streets = STREETS) => openTest([], { streets });
const find = async (beginning: string, more?: Partial<StreetQuestion>) =>
  (await (await open()).snapshot.findStreets(request(beginning, more))).map(
    ({ name, city, match }) => `${name}, ${city} ${match}`,
  );

describe('streets', () => {
  it.each([
    ['marszalkowska war', ['Marszałkowska, Warszawa prefix']],
    ['MARSZAŁKOWSKA KRAKÓW', ['Marszałkowska, Kraków exact']],
    ['ul. Marszałkowska, Wroc', ['Marszałkowska, Wrocław prefix']],
    ['dlug', ['Długosza, Łódź prefix', 'ul. Długa, Łódź prefix']],
    ['dluga', ['ul. Długa, Łódź exact']],
    ['ulica Długa', ['ul. Długa, Łódź exact']],
    ['Bergstraße Köln', ['Bergstr., Köln exact']],
    ['bergstr. kol', ['Bergstr., Köln prefix']],
    ['Marszalkwska Warszawa', ['Marszałkowska, Warszawa typo']],
    ['Nowhere', []],
    ['ma', []],
    ['123', []],
  ])('are found by %j, however it is written', async (beginning, names) => {
    expect(await find(beginning)).toEqual(names);
  });

  it('come with those that have most points first, or the nearest to a position', async () => {
    expect(await find('marszalkowska')).toEqual([
      'Marszałkowska, Warszawa exact',
      'Marszałkowska, Wrocław exact',
      'Marszałkowska, Kraków exact',
    ]);
    expect(await find('marszalkowska', { near: { latitude: 50, longitude: 20 } })).toEqual([
      'Marszałkowska, Kraków exact',
      'Marszałkowska, Wrocław exact',
      'Marszałkowska, Warszawa exact',
    ]);
  });

  it('lead to a house where its number is known, and else to their middle', async () => {
    const { snapshot } = await open();
    const [house] = await snapshot.findStreets(request('marszalkowska warszawa', { house: '10' }));
    expect(house).toMatchObject({ latitude: 52.2312, longitude: 21.0096, house: '10' });
    const [street] = await snapshot.findStreets(request('marszalkowska warszawa', { house: '11' }));
    expect(street).toMatchObject({ latitude: 52.23, longitude: 21.01, house: null });
  });

  it('leave out a row, or houses, that are not as they should be', async () => {
    const { snapshot, host } = await open();
    const rows = [
      null,
      ['dluga x', 'X', 'X', 'PL', 99, 21, 1],
      ['dluga y', 'Y', 'Y', 'PL', 52, 21, 1, 'houses'],
      ['dluga z', 'Z', 'Z', 'PL', 52, 21, 1, [['10', 1, 2]], 'a later column'],
    ];
    host.instead = (name) => (/streets\/\d+\.json$/.test(name) ? new Response(JSON.stringify(rows)) : null);
    const found = await snapshot.findStreets(request('dluga', { house: '10' }));
    expect(found.map(({ name, house }) => [name, house])).toEqual([
      // The one with the house number comes first.
      ['Z', '10'],
      ['Y', null],
    ]);
  });

  it('that every city has are answered with that of the city around, for little reading', async () => {
    const cities = Array.from({ length: 40 }, (_, at) => `Ort ${at}`);
    const items = makeItems(cities.map((_, at) => makePoint(`PL_${at}`, 40 + at / 2, 21))).map(
      (item, at) => ({
        ...item,
        address: { city: cities[at], street: 'Hauptstraße' },
      }),
    );
    const streets = cities.map((city, at) => ({ name: 'Hauptstraße', city, latitude: 40 + at / 2 }));
    const { snapshot, host } = await openTest(items, { streets });
    const near = { latitude: 53.6, longitude: 21 };
    const found = await snapshot.findStreets(request('Hauptstr.', { near }));
    expect(found.map(({ city }) => city)).toEqual(['Ort 27']);
    expect(host.requested.filter(({ name }) => name.startsWith(`${VERSION}/streets/`)).length).toBeLessThan(
      5,
    );
    expect(await snapshot.findStreets(request('Hauptstr.'))).toEqual([]);
  });

  it('are answered as brute force would, whole names first, then the nearest', async () => {
    const name = fc.stringMatching(/^[ab]{3}( [ab]{1,2})?$/);
    const degrees = fc.integer({ min: -80, max: 80 });
    const street = fc.record({
      name,
      city: fc.stringMatching(/^[ab]{1,2}$/),
      latitude: degrees,
      longitude: degrees,
    });
    const uniqueStreets = fc.uniqueArray(street, {
      selector: (each) => `${each.latitude} ${each.longitude}`,
      minLength: 1,
      maxLength: 9,
    });
    const near = fc.record({ latitude: degrees, longitude: degrees });
    await fc.assert(
      fc.asyncProperty(
        uniqueStreets,
        fc.stringMatching(/^[ab]{3}( [ab])?$/),
        near,
        async (streets, typed, from) => {
          const { snapshot } = await open(streets);
          const found = await snapshot.findStreets(
            request(typed, { near: from, limit: 99, forgiving: false }),
          );
          const whole = (key: string) => Number(`${key} `.startsWith(`${typed} `));
          const wanted = streets
            .map((each) => ({ ...each, key: `${each.name} ${each.city}`, away: distanceMetres(from, each) }))
            .filter(({ key }) => key.startsWith(typed))
            .sort((a, b) => whole(b.key) - whole(a.key) || a.away - b.away)
            .map(({ key }) => key);
          expect(found.map((each) => `${each.name} ${each.city}`)).toEqual(wanted);
        },
      ),
      { numRuns: 150 },
    );
  });
});
