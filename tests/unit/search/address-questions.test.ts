import { describe, expect, it } from 'vitest';
import { suggest } from '#search/search.ts';
import { nameStreet } from '#search/tables/streets.ts';
import { openPublished } from '../network/open-test-snapshot.ts';
import { publish } from '../network/publish-in-memory.ts';
import { ADDRESS_ITEMS } from './address-network.ts';
import { QUESTIONS } from './address-questions.ts';
import type { SearchQuestion, Suggestion, SearchOrigin } from '#search/question.ts';

const published = await publish(ADDRESS_ITEMS, { fromAddresses: true, rowsInPage: 64 });
const search = async (question: SearchQuestion) =>
  (await suggest((await openPublished(published)).snapshot, question)).map(describeFound);

function describeFound(found: Suggestion | undefined): string {
  if (found?.kind === 'place') return `${found.place.name} ${found.place.country}`;
  if (found?.kind === 'street') {
    const { city, country } = found.street;
    return `${nameStreet(found.street)}, ${city} ${country}`;
  }
  return found === undefined ? 'nothing' : found.kind === 'point' ? found.id : found.kind;
}

describe('the search field’s first suggestion', () => {
  it.each(QUESTIONS)('for %j is %s', async (requested, expected) => {
    const { address = '', ...fields } = typeof requested === 'string' ? { address: requested } : requested;
    expect((await search({ text: address, ...fields }))[0]).toBe(expected);
  });
});

const AMSTERDAM = { latitude: 52.37, longitude: 4.89 };
const HARMELEN = { latitude: 52.1, longitude: 4.96 };
const NETHERLANDS = { latitude: 52.1, longitude: 5.3 };

describe('shops of a chain', () => {
  const named = (text: string, near = AMSTERDAM) => search({ text, near, named: true });

  it.each([
    ['Primera Zwolle', ['NL_1039', 'NL_1040']],
    ['Zwolle Primera', ['NL_1039', 'NL_1040']],
    ['primera, zwolle', ['NL_1039', 'NL_1040']],
    ['Zabka Krakow', ['PL_1021', 'PL_1022']],
    ['Żabka, Kraków', ['PL_1021', 'PL_1022']],
    ['Jumbo Den Haag', []],
  ])('%s are those in the town', async (text, expected) => {
    const found = await named(text);
    const points = found.filter((each) => /^[A-Z]{2}_\d/.test(each));
    expect(found[0]).toBe(points[0]);
    if (expected.length > 0) expect(points.toSorted()).toEqual(expected);
    expect(points.length).toBeGreaterThan(1);
  });

  it('without a town are the nearest, though they fill several pages', async () => {
    const small = await publish(ADDRESS_ITEMS, { fromAddresses: true, rowsInPage: 8 });
    const near = { latitude: 51.5 + 38 * 0.03, longitude: 5.3 };
    const { snapshot } = await openPublished(small);
    const [first] = await suggest(snapshot, { text: 'jumbo', near, named: true });
    expect(first).toMatchObject({ kind: 'point', named: { name: 'Jumbo', city: 'Eindhoven' } });
  });
});

describe('a street of several towns', () => {
  const first = async (text: string, near: SearchOrigin | null) => (await search({ text, near }))[0];

  it('is the nearest to a view of a town, and that of the largest town in a view of the country', async () => {
    expect(await first('Kalverstraat', HARMELEN)).toBe('Kalverstraat, Harmelen NL');
    expect(await first('Kalverstraat', { ...HARMELEN, zoom: 12 })).toBe('Kalverstraat, Harmelen NL');
    expect(await first('Kalverstraat', { ...NETHERLANDS, zoom: 7 })).toBe('Kalverstraat, Amsterdam NL');
    expect(await first('Kalverstraat', null)).toBe('Kalverstraat, Amsterdam NL');
  });

  it('is where the house number is known, unless that is far', async () => {
    const goch = { latitude: 51.68, longitude: 6.16 };
    expect(await first('Hauptstraße 5', goch)).toBe('Hauptstraße 5, Kleve DE');
    expect(await first('Hauptstraße 20', goch)).toBe('Hauptstraße, Goch DE');
  });
});

it('another name is shown only if no word of the place’s own name begins like the text', async () => {
  const { snapshot } = await openPublished(published);
  const found = await suggest(snapshot, { text: 'lodz' });
  const names = found.flatMap((each) =>
    each.kind === 'place' ? [[each.place.name, each.place.otherName]] : [],
  );
  expect(names).toContainEqual(['Konstantynów Łódzki', '']);
  expect(names.every(([name, other]) => name !== 'Łódź' || other === '')).toBe(true);
});

const findPlace = async (requested: Partial<SearchQuestion>) => {
  const [found] = await suggest((await openPublished(published)).snapshot, { text: '', ...requested });
  return found?.kind === 'place' ? { match: found.place.match, unknown: found.unknown?.text ?? '' } : null;
};

it.each([
  ['20121 Milano MI', ''],
  ['Via Nuova 3, 24121 Bergamo BG', 'Via Nuova 3'],
  ['Berlin-Mitte', ''],
  ['Xyzzystraße 3, Berlin-Mitte', 'Xyzzystraße 3'],
  ['Xyzzystraße 3 Berlin-Mitte', 'Xyzzystraße 3'],
  ['Berlin-Mitte Xyzzystraße 3', 'Mitte Xyzzystraße 3'],
])('of %j, a town with its province or district, %j is unknown', async (text, unknown) => {
  expect(await findPlace({ text })).toEqual({ match: 'exact', unknown });
});

it.each([
  [{ text: 'Rothenburg' }, 'exact', ''],
  [{ text: 'Rothenburg o.d.T.' }, 'typo', 'o.d.T.'],
  [{ text: 'Rothenburg ob der Tauber' }, 'typo', 'ob der Tauber'],
  [{ text: 'Rothenburg/Tauber' }, 'typo', 'Tauber'],
  [{ text: 'Xyzzystraße 3, Rothenburg o.d.T.' }, 'typo', 'Xyzzystraße 3, o.d.T.'],
  [{ city: 'Rothenburg o.d.T.' }, 'typo', 'o.d.T.'],
  [{ text: '02929 Rothenburg o.d.T.' }, 'exact', ''],
  [{ city: 'Rothenburg o.d.T.', postalCode: '02929' }, 'exact', ''],
])(
  'of %j, a town with more than its name, the match is %s and %j unknown',
  async (requested, match, unknown) => {
    expect(await findPlace(requested)).toEqual({ match, unknown });
  },
);
