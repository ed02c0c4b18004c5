import { describe, expect, it } from 'vitest';
import { findBest, takeSuggestion } from '../../../src/lib/find/results.ts';
import { readCoordinates, readCountry } from '#search/question.ts';
import { suggest } from '#search/search.ts';
import { describeUnknown } from '../../../src/lib/find/found.ts';
import { openTest } from '../network/open-test-snapshot.ts';
import type { SearchQuestion, Suggestion } from '#search/question.ts';

const BERLIN = { latitude: 52.52, longitude: 13.4, country: 'DE' };
const PARIS = { latitude: 48.86, longitude: 2.35, country: 'FR' };
const VIENNA = { latitude: 48.21, longitude: 16.37, country: 'AT' };
const TALLINN = { latitude: 59.44, longitude: 24.75, country: 'EE' };

const PLACES = [
  { name: 'Berlin', kind: 'city', count: 300, ...BERLIN, otherNames: ['Berlino', 'Берлін'] },
  { name: '10115', kind: 'postcode', count: 4, latitude: 52.53, longitude: 13.38, country: 'DE' },
  // The same number in another country.
  { name: '10115', kind: 'postcode', count: 9, latitude: 45.1, longitude: 7.7, country: 'IT' },
  { name: '75001', kind: 'postcode', count: 5, latitude: 60.9, longitude: 24.1, country: 'FI' },
  { name: 'Paris', kind: 'city', count: 200, ...PARIS },
  { name: 'Wien', kind: 'city', count: 150, ...VIENNA, otherNames: ['Vienna', 'Vienne'] },
  { name: 'Vienne', kind: 'city', count: 3, latitude: 45.5, longitude: 4.9, country: 'FR' },
  { name: '28000', kind: 'postcode', count: 4, latitude: 48.45, longitude: 1.48, country: 'FR' },
  { name: '1020', kind: 'postcode', count: 20, latitude: 48.22, longitude: 16.4, country: 'AT' },
  { name: 'Leobendorf', kind: 'city', count: 1, latitude: 48.37, longitude: 16.31, country: 'AT' },
  { name: '21075', kind: 'postcode', count: 8, latitude: 53.46, longitude: 9.95, country: 'DE' },
  { name: 'Stade', kind: 'city', count: 6, latitude: 53.6, longitude: 9.48, country: 'DE' },
  { name: 'Tallinn', kind: 'city', count: 60, ...TALLINN },
  { name: '10615', kind: 'postcode', count: 2, latitude: 59.43, longitude: 24.73, country: 'EE' },
  { name: 'Neustadt', kind: 'city', count: 9, latitude: 54.1, longitude: 10.8, country: 'DE' },
  { name: 'Neustadt', kind: 'city', count: 4, latitude: 49.35, longitude: 8.14, country: 'DE' },
  { name: 'Neustadt', kind: 'city', count: 2, latitude: 47.8, longitude: 16.2, country: 'AT' },
  { name: '67433', kind: 'postcode', count: 3, latitude: 49.35, longitude: 8.14, country: 'DE' },
  { name: 'Apeldoorn', kind: 'city', count: 30, latitude: 52.21, longitude: 5.97, country: 'NL' },
  { name: 'Długa Goślina', kind: 'city', count: 5 },
  { name: 'Kraków', kind: 'city', count: 250, latitude: 50.06, longitude: 19.94 },
  // Not the district of Kraków, but a village far away.
  { name: 'Podgórze', kind: 'city', count: 2, latitude: 53.9, longitude: 22.1 },
  { name: 'Reading', kind: 'city', count: 9, latitude: 51.45, longitude: -0.97, country: 'GB' },
  { name: 'London', kind: 'city', count: 400, latitude: 51.5, longitude: -0.13, country: 'GB' },
];
const STREETS = [
  {
    name: 'Hauptstraße',
    city: 'Berlin',
    ...BERLIN,
    houses: [
      ['8', 9000, 0],
      ['8', 0, 0],
    ] as const,
  },
  { name: 'Hauptstraße', city: 'Neustadt', latitude: 47.8, longitude: 16.2, country: 'AT' },
  {
    name: 'Engerthstraße',
    city: 'Wien',
    latitude: 48.23,
    longitude: 16.4,
    country: 'AT',
    houses: [['214d', 100, 0]] as const,
  },
  { name: 'Apeldoornselaan', city: 'Den Haag', latitude: 52.06, longitude: 4.28, country: 'NL' },
  { name: 'Tallinna mnt', city: 'Keila', latitude: 59.3, longitude: 24.4, country: 'EE' },
  { name: 'Rue de Paris', city: 'Lille', latitude: 50.63, longitude: 3.06, country: 'FR' },
  { name: 'Długa', city: 'Kraków' },
];

const open = async () => (await openTest([], { places: PLACES, streets: STREETS, rowsInPage: 512 })).snapshot;
const request = async (question: SearchQuestion) => (await suggest(await open(), question)).map(name);
const first = async (question: SearchQuestion) => (await request(question))[0];

function name(each: Suggestion): string {
  if (each.kind === 'place') return `${each.place.name} ${each.place.country}`;
  if (each.kind === 'country') return `country ${each.code}`;
  if (each.kind === 'street') return `${each.street.name} ${each.street.house ?? ''} ${each.street.city}`;
  return each.kind === 'point' ? each.id : 'a position';
}

describe('what Enter takes for', () => {
  it.each([
    // The city's name outranks a postcode elsewhere.
    ['10115 Berlin', '10115 DE'],
    ['75001 Paris', 'Paris FR'],
    ['75001 Paris FR', 'Paris FR'],
    ['Paris, France', 'Paris FR'],
    ['D-10115 Berlin', '10115 DE'],
    ['10115 Berlin Deutschland', '10115 DE'],
    // District postcodes, and postcodes that the network lacks.
    ['1020 Wien', '1020 AT'],
    ['1099 Wien', 'Wien AT'],
    ['2107 Leobendorf', 'Leobendorf AT'],
    // The nearest known postcode, rather than the middle of its city.
    ['10696 Tallinn', '10615 EE'],
    ['7311MD APELDOORN', 'Apeldoorn NL'],
    // But not one on the far side of the next city.
    ['21074 Stade', 'Stade DE'],
    // Of places with one name, the one with the postcode, or with a similar one, or in the country, or with most points.
    ['67433 Neustadt', '67433 DE'],
    ['Neustadt Austria', 'Neustadt AT'],
    ['Neustadt', 'Neustadt DE'],
    // Other names and scripts.
    ['Vienna', 'Wien AT'],
    ['Vienne', 'Wien AT'],
    // Austria's postcodes have four digits.
    ['28599 Vienne', 'Vienne FR'],
    ['1021 Vienne', '1020 AT'],
    ['Берлін', 'Berlin DE'],
    ['Hauptstr. 8, Berlino', 'Hauptstraße 8 Berlin'],
    // Staircases, floors, doors.
    ['Engerthstraße 214d Stiege 2, Wien', 'Engerthstraße 214d Wien'],
    ['Engerthstraße 214d Stiege 2 Wien', 'Engerthstraße 214d Wien'],
    ['Engerthstraße 214d, 1020 Wien', 'Engerthstraße 214d Wien'],
    // A four-digit house number isn't taken for a postcode elsewhere.
    ['Engerthstraße 9999 Wien', 'Engerthstraße  Wien'],
    // Exact matches before prefixes, a place before a street whose name begins with the place's.
    ['Apeldoorn', 'Apeldoorn NL'],
    ['Apeld', 'Apeldoorn NL'],
    ['Długa', 'Długa  Kraków'],
    ['Rue de Paris', 'Rue de Paris  Lille'],
    // An unknown street.
    ['Xyzzy-Allee 5, Berlin', 'Berlin DE'],
    ['Xyzzy-Allee Berlin', 'Berlin DE'],
    ['52.2297, 21.0122', 'a position'],
  ])('%j is %j', async (text, expected) => {
    expect(await first({ text })).toBe(expected);
  });

  it('a postcode that tells namesakes apart is the place with it', async () => {
    const [place] = await suggest(await open(), { text: '67433 Neustadt' });
    expect(place).toMatchObject({ place: { latitude: 49.35 } });
    const [like] = await suggest(await open(), { text: '67434 Neustadt' });
    expect(like).toMatchObject({ place: { name: '67433', latitude: 49.35 } });
  });

  it('a house whose number stands in two parts of a city is the one at the postcode', async () => {
    const near = await suggest(await open(), { text: 'Hauptstraße 8, 10115 Berlin' });
    expect(near[0]).toMatchObject({ street: { house: '8', latitude: 52.52 } });
  });
});

describe('a district', () => {
  it.each([
    ['Kraków Podgórze', 'Kraków PL', 'Podgórze'],
    ['Kraków, Podgórze', 'Kraków PL', 'Podgórze'],
    ['Kraków - Podgórze', 'Kraków PL', ''],
    ['Kraków – Podgórze', 'Kraków PL', ''],
    ['Kraków-Podgórze', 'Kraków PL', ''],
    ['Xyzzy 5, Kraków - Podgórze', 'Kraków PL', 'Xyzzy 5'],
    ['Xyzzy 5 Kraków Podgórze', 'Kraków PL', 'Xyzzy 5 Podgórze'],
    ['Podgórze', 'Podgórze PL', ''],
    ['Xyzzy 5, Podgórze', 'Podgórze PL', 'Xyzzy 5'],
    ['London Road 5, Reading', 'Reading GB', 'London Road 5'],
    ['Xyzzy Road - Reading', 'Reading GB', 'Xyzzy Road'],
  ])(
    'doesn’t lead to a village of its name, nor a street to a town: %j is %j',
    async (text, place, unknown) => {
      const [found] = await suggest(await open(), { text });
      expect(found && name(found)).toBe(place);
      expect((found?.kind === 'place' && found.unknown?.text) || '').toBe(unknown);
    },
  );
});

describe('countries that are given', () => {
  it.each([
    ['10115', ['IT'], '10115 IT'],
    ['10115', ['DE'], '10115 DE'],
    ['Neustadt', ['AT'], 'Neustadt AT'],
    ['Hauptstraße', ['AT'], 'Hauptstraße  Neustadt'],
    ['n', ['AT'], 'Neustadt AT'],
    // A country in the text doesn't open what the shop has closed.
    ['Neustadt Deutschland', ['AT'], 'Neustadt AT'],
  ])('limit %j in %j to %j', async (text, countries, expected) => {
    expect(await first({ text, countries })).toBe(expected);
  });

  it('are never left, whatever is asked', async () => {
    for (const text of [
      'Berlin',
      'Paris',
      '10115 Berlin',
      'Hauptstr. 8, Berlin',
      'Xyzzy 5, Wien',
      'v',
      'vi',
      'wein',
    ]) {
      const found = await suggest(await open(), { text, countries: ['FR'] });
      const countries = found.map((each) =>
        each.kind === 'place' ? each.place.country : each.kind === 'street' ? each.street.country : '',
      );
      expect([text, ...new Set(countries)]).toEqual(countries.length === 0 ? [text] : [text, 'FR']);
    }
  });
});

describe('postcode and city in fields of their own', () => {
  it.each([
    [{ text: '', postalCode: '10115', city: 'Berlin' }, '10115 DE'],
    [{ text: '', postalCode: '10115', city: 'Paris' }, 'Paris FR'],
    [{ text: 'Hauptstraße 8', postalCode: '', city: 'Berlin' }, 'Hauptstraße 8 Berlin'],
    [{ text: '', postalCode: '10115', city: '', countries: ['DE'] }, '10115 DE'],
    [{ text: '', postalCode: '10115', city: 'Berlin (Mitte)' }, '10115 DE'],
    [{ text: 'Paris 5', postalCode: '', city: 'Berlin' }, 'Berlin DE'],
  ])('%j: %j', async (question, expected) => {
    expect(await first(question)).toBe(expected);
  });
});

describe('what isn’t known', () => {
  it.each([
    ['Xyzzy-Allee 5, Berlin', 'We couldn’t find “Xyzzy-Allee 5”. Showing Berlin.'],
    ['10999 Berlin', 'We couldn’t find “10999”. Showing Berlin.'],
    ['10116 Berlin', 'We couldn’t find 10116. Showing 10115, the nearest postcode we know.'],
    ['10116', 'We couldn’t find 10116. Showing 10115, the nearest postcode we know.'],
    ['Xyzzy-Allee 5, 10116 Berlin', 'We couldn’t find “Xyzzy-Allee 5, 10116”. Showing 10115.'],
    ['Engerthstraße 92, Wien', 'We found Engerthstraße, but not number 92. Distances are approximate.'],
    ['Engerthstraße 9999 Wien', 'We couldn’t find “9999”. Showing Engerthstraße.'],
    ['Hauptstraße 8, Berlin', ''],
    ['Berlin', ''],
    ['10115 Berlin', ''],
  ])('of %j is told', async (text, expected) => {
    const found = await findBest(await open(), { text });
    expect(describeUnknown(found!)).toBe(expected);
  });
});

describe('a pasted position', () => {
  it.each([
    ['52.2297, 21.0122', 52.2297, 21.0122],
    ['52,2297 21,0122', 52.2297, 21.0122],
    ['52,2297, 21,0122', 52.2297, 21.0122],
    ['52.2297° N, 21.0122° E', 52.2297, 21.0122],
    ['E 21.0122 N 52.2297', 52.2297, 21.0122],
    ['-33.86, 151.21', -33.86, 151.21],
    ['33.86 S 70.5 W', -33.86, -70.5],
    ['52°13\'30" N 21°00\'36" E', 52.225, 21.01],
  ])('%j is read', (text, latitude, longitude) => {
    const position = readCoordinates(text);
    expect(position?.latitude).toBeCloseTo(latitude, 6);
    expect(position?.longitude).toBeCloseTo(longitude, 6);
  });

  it.each(['10 12', '00-950', '12, 5', '152.22, 21.01', '52.22', 'Berlin 52.22'])('%j is none', (text) => {
    expect(readCoordinates(text)).toBeNull();
  });
});

describe('the country of an address', () => {
  const names = new Map([
    ['austria', 'AT'],
    ['deutschland', 'DE'],
    ['finland', 'FI'],
    ['france', 'FR'],
    ['italien', 'IT'],
    ['polska', 'PL'],
  ]);
  it.each([
    ['Berlin Deutschland', 'DE', 'Berlin'],
    ['75001 Paris FR', 'FR', '75001 Paris'],
    ['Polska, Warszawa', 'PL', 'Warszawa'],
    ['D-10115 Berlin', 'DE', ' 10115 Berlin'],
    ['PL-00-950 Warszawa', 'PL', ' 00-950 Warszawa'],
  ])('%j ends in or begins with is %s', (text, country, rest) => {
    expect(readCountry(text, names)).toEqual({ country, rest });
  });

  it.each(['France', 'Berlin', '', 'Xyzzy XX'])('%j has none', (text) => {
    expect(readCountry(text, names)).toBeNull();
  });
});

describe('a country by itself', () => {
  const box = [14.1, 49, 24.1, 54.8] as const;
  const request = async (text: string, countries: string[] = []) => {
    const known = [{ code: 'PL', box, zones: [] }];
    const network = Object.defineProperty(await open(), 'countries', { value: known });
    return (await suggest(network, { text, countries })).map(name)[0];
  };

  it.each([
    ['Polska', 'country PL'],
    [' polska ', 'country PL'],
  ])('%j is found', async (text, found) => {
    expect(await request(text)).toBe(found);
  });

  it('isn’t when it is only begun, lies outside of what the shop offers, or has no points', async () => {
    expect(await request('Polsk')).not.toBe('country PL');
    expect(await request('Polska', ['DE'])).toBeUndefined();
    expect(await request('Finland')).toBeUndefined();
  });

  it('leads to the box of its points', async () => {
    const [west, south, east, north] = box;
    const suggestion: Suggestion = {
      kind: 'country',
      code: 'PL',
      count: 3,
      box: { west, south, east, north },
    };
    expect(await takeSuggestion(await open(), suggestion)).toEqual({
      kind: 'country',
      label: 'Poland',
      box: { west, south, east, north },
    });
  });
});
