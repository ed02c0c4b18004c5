import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEditsToPrefix, maxTypos } from '#contract/count-edits.ts';
import { makeGrid, openTest } from '../../network/open-test-snapshot.ts';

const PLACES = [
  { name: 'Warszawa', kind: 'city', count: 300 },
  { name: 'Wrocław', kind: 'city', count: 200 },
  { name: 'Kraków', kind: 'city', count: 250 },
  { name: 'Krasków', kind: 'city', count: 1 },
  { name: 'Poznań', kind: 'city', count: 150 },
  { name: 'Bielsko-Biała', kind: 'city', count: 60 },
  { name: '00-949', kind: 'postcode', count: 2 },
  { name: '00-955', kind: 'postcode', count: 7 },
  { name: '00-902', kind: 'postcode', count: 9 },
  { name: '30-001', kind: 'postcode', count: 9 },
];

const find = async (query: string) =>
  (await (await openTest(makeGrid(2), { places: PLACES })).snapshot.findPlaces(query, 5)).map(
    ({ name, match }) => `${name} ${match}`,
  );

describe('places typed with a slip', () => {
  it.each([
    ['Warzsawa', ['Warszawa typo']],
    ['awrszawa', ['Warszawa typo']],
    ['wwarszaw', ['Warszawa typo']],
    ['Krakuw', ['Kraków typo']],
    ['pozan', ['Poznań typo']],
    ['bielko bial', ['Bielsko-Biała typo']],
    ['bielskobiala', ['Bielsko-Biała typo']],
    ['Kras', ['Krasków prefix', 'Kraków typo']],
    ['wrz', []],
    ['Kraków', ['Kraków exact']],
  ])('%s', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it('are looked for under other beginnings only where no name begins like the text', async () => {
    const others = ['Nowe', 'Olsza', 'Rkas'];
    const find = async (names: readonly string[]) => {
      const places = names.map((name) => ({ name, kind: 'city', count: 1 }));
      const { snapshot } = await openTest([], { places, rowsInPage: 1 });
      return (await snapshot.findPlaces('kras', 5)).map(({ name }) => name);
    };
    expect(await find(others)).toEqual(['Rkas']);
    expect(await find(['Krasne', ...others])).toEqual(['Krasne']);
  });

  it('are answered with the fewest slips first, however many points there are', async () => {
    const places = [
      { name: 'Wroclavia', kind: 'city', count: 99 },
      { name: 'Wroclawia', kind: 'city', count: 1 },
    ];
    const { snapshot } = await openTest([], { places });
    const found = await snapshot.findPlaces('wrocklawia', 5);
    expect(found.map(({ name }) => name)).toEqual(['Wroclawia', 'Wroclavia']);
  });

  it('are answered as brute force would, fewest slips first, then whole names, then most points', async () => {
    const name = fc.stringMatching(/^[abc]{4,9}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 9 }), name, async (names, typed) => {
        const places = names.map((each, at) => ({ name: each, kind: 'city', count: at + 1 }));
        const { snapshot } = await openTest([], { places });
        const found = (await snapshot.findPlaces(typed, 99)).map((place) => place.name);
        const most = maxTypos(typed.length);
        const isLonger = (place: { name: string }) => Number(place.name.length > typed.length + most);
        const ranks = places
          .map((place) => ({ ...place, edits: countEditsToPrefix(typed, place.name, most) }))
          .filter(({ edits }) => edits <= most)
          .sort(
            (a, b) => a.edits - b.edits || (a.edits > 0 ? isLonger(a) - isLonger(b) : 0) || b.count - a.count,
          )
          .map((place) => place.name);
        const exact = names.includes(typed);
        const prefixed = ranks.filter((each) => each.startsWith(typed));
        if (exact) {
          expect(found).toEqual([typed, ...prefixed.filter((each) => each !== typed)]);
          return;
        }
        // Only near names, in the right order; and every near one that begins with the same four letters.
        expect(found).toEqual(ranks.filter((each) => found.includes(each)));
        const near = ranks.filter((each) => each.startsWith(typed.slice(0, 4)));
        expect(found).toEqual(expect.arrayContaining(near));
      }),
      { numRuns: 150, examples: [[['abccb', 'abccab'], 'abcc']] },
    );
  });
});

describe('a postcode at which no point stands', () => {
  it.each([
    ['00-950', ['00-955 near', '00-949 near', '00-902 near']],
    ['00950', ['00-955 near', '00-949 near', '00-902 near']],
    ['30-009', ['30-001 near']],
    ['99-999', []],
  ])('%s has those beside it, the longest beginning shared first', async (postcode, names) => {
    const { snapshot } = await openTest(makeGrid(2), { places: PLACES, rowsInPage: 512 });
    const found = await snapshot.findNearPostcodes(postcode, []);
    expect(found.map(({ name, match }) => `${name} ${match}`)).toEqual(names);
    expect(await snapshot.findNearPostcodes(postcode, ['DE'])).toEqual([]);
  });

  it('is no prefix of another', async () => {
    expect(await find('30')).toEqual(['30-001 prefix']);
  });
});
