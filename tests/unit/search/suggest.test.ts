import { describe, expect, it } from 'vitest';
import { findBest } from '../../../src/lib/find/results.ts';
import { readAddress } from '#search/address/read-address.ts';
import { readStreets } from '#search/address/split-address.ts';
import { listIdBeginnings } from '#search/question.ts';
import { nameStreet } from '#search/tables/streets.ts';
import { suggest } from '#search/search.ts';
import { makePoint } from '../network/make-points.ts';
import { makeItems, openTest } from '../network/open-test-snapshot.ts';
import type { Suggestion } from '#search/question.ts';

const PLACES = [
  { name: 'Warszawa', kind: 'city', count: 300 },
  { name: 'Wałbrzych', kind: 'city', count: 30 },
  { name: 'Nowy Sącz', kind: 'city', count: 20 },
  { name: 'Reading', kind: 'city', count: 40 },
  { name: '00-950', kind: 'postcode', count: 4 },
  { name: '00-951', kind: 'postcode', count: 5 },
];
const STREETS = [
  {
    name: 'Marszałkowska',
    city: 'Warszawa',
    latitude: 52.23,
    longitude: 21.01,
    houses: [['10', 120, -40]] as const,
  },
  { name: 'Marszałkowska', city: 'Wałbrzych', latitude: 50.77, longitude: 16.28, count: 7 },
  { name: '3 Maja', city: 'Nowy Sącz' },
  { name: 'Warszawska', city: 'Wałbrzych' },
];
const IDS = ['PL_ADA01M', 'PL_ADA02M', 'PL_WAW5', 'FR_ADA01M', 'odd-id-7', '00951'];
const items = makeItems(IDS.map((id, at) => makePoint(id, 52 + at, 21))).map((item) => ({
  ...item,
  country: item.id.slice(0, 2),
}));

const open = async () => (await openTest(items, { places: PLACES })).snapshot;
const names = async (text: string) => nameAll(await suggest(await open(), { text }));
const nameAll = (suggestions: readonly Suggestion[]) =>
  suggestions.map((each) => {
    if (each.kind === 'point') return each.id;
    if (each.kind === 'position') return 'a position';
    if (each.kind === 'country') return each.code;
    return each.kind === 'place' ? each.place.name : `${nameStreet(each.street)}, ${each.street.city}`;
  });

it('a postcode that is known comes before a street that is only spelt like the rest', async () => {
  const { snapshot } = await openTest(items, {
    places: [{ name: '00-950', kind: 'postcode', count: 4, latitude: 52.2, longitude: 21 }],
    streets: [{ name: 'Marszałkowska', city: 'Warszawa', latitude: 52.23, longitude: 21.01 }],
  });
  const found = nameAll(await suggest(snapshot, { text: 'Marszalkofska 00-950' }));
  expect(found).toEqual(['00-950', 'Marszałkowska, Warszawa']);
});

it('for the beginning of a place’s name no street is searched for as if it were misspelt', async () => {
  const { snapshot } = await openTest(items, { places: PLACES, streets: STREETS });
  const requested: boolean[] = [];
  const { findStreets } = snapshot;
  snapshot.findStreets = (question, signal) => {
    requested.push(question.forgiving);
    return findStreets(question, signal);
  };
  await suggest(snapshot, { text: 'walbr' });
  expect(requested).toEqual([false]);
  // "Marszałkowska", but no place.
  expect(nameAll(await suggest(snapshot, { text: 'marzsalkow' }))[0]).toMatch(/^Marszałkowska/);
  expect(requested).toContain(true);
});

describe('suggestions for', () => {
  it.each([
    ['war', ['Warszawa']],
    ['Walbrzych', ['Wałbrzych']],
    ['Warzsawa', ['Warszawa']],
    ['00950', ['00-950']],
    ['00 950', ['00-950']],
    // A complete id means the point, whatever else has that name.
    ['00951', ['00951', '00-951']],
    ['00-95', ['00-951', '00-950']],
    ['PL_ADA01M', ['PL_ADA01M']],
    ['pl_ada0', ['PL_ADA01M', 'PL_ADA02M']],
    ['pl-ada02', ['PL_ADA02M']],
    ['PL ADA02', ['PL_ADA02M']],
    ['ada01m', ['PL_ADA01M', 'FR_ADA01M']],
    ['Marszałkowska 10, 00-950 Warszawa', ['00-950', 'Warszawa']],
    ['Marszałkowska 10 Warszawa', ['Warszawa']],
    ['Warszawa, Marszałkowska 10', ['Warszawa']],
    ['Nowy Sącz ul. Lwowska 3', ['Nowy Sącz']],
    ['Lwowska 3 Nowy Sacz', ['Nowy Sącz']],
    ['Reading London Road', ['Reading']],
    ['Marszałkowska 10 Warzsawa', ['Warszawa']],
    ['PL-00-950', ['00-950']],
    ['   ', []],
    ['—', []],
    ['Atlantis', []],
  ])('%j', async (text, expected) => {
    expect(await names(text)).toEqual(expected);
  });

  it('a city cost no look-up among the ids', async () => {
    const { snapshot, host } = await openTest(items, { places: PLACES });
    await suggest(snapshot, { text: 'Warszawa' });
    expect(host.requested.filter(({ name }) => name.includes('/ids/'))).toEqual([]);
  });

  it('a text as long as a book are bounded, and never more than eight', async () => {
    const { snapshot, host } = await openTest(items, { places: PLACES });
    expect((await suggest(snapshot, { text: 'Warszawa 00-950 '.repeat(5000) })).length).toBeLessThanOrEqual(
      8,
    );
    expect(host.requested.length).toBeLessThan(40);
  });

  it('something else can be given up, and tell why they can’t be had', async () => {
    const { snapshot, host } = await openTest(items, { places: PLACES });
    const controller = new AbortController();
    controller.abort();
    await expect(suggest(snapshot, { text: 'war' }, controller.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
    host.instead = () => new Response('', { status: 503 });
    await expect(suggest(snapshot, { text: 'warszaw' })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('streets among the suggestions for', () => {
  const openStreets = () => openTest(items, { places: PLACES, streets: STREETS });
  const near = { latitude: 50.8, longitude: 16.3 };
  it.each([
    ['marszalkowska war', ['Marszałkowska, Warszawa', 'Warszawa']],
    ['Marszałkowska 10, Warszawa', ['Marszałkowska 10, Warszawa', 'Warszawa']],
    ['Marszałkowska 10, 00-950 Warszawa', ['Marszałkowska 10, Warszawa', '00-950', 'Warszawa']],
    ['ul. Marszałkowska 10 m. 5, Warszawa', ['Marszałkowska 10, Warszawa', 'Warszawa']],
    ['Marszałkowska 99 Warszawa', ['Marszałkowska, Warszawa', 'Warszawa']],
    ['Warszawa Marszałkowska', ['Marszałkowska, Warszawa', 'Warszawa']],
    ['Warszawa, Marszałkowska 10', ['Marszałkowska 10, Warszawa', 'Warszawa']],
    ['Nowy Sącz 3 Maja', ['3 Maja, Nowy Sącz', 'Nowy Sącz']],
    ['3 Maja 12, Nowy Sącz', ['3 Maja, Nowy Sącz', 'Nowy Sącz']],
    ['Marszałkowska', ['Marszałkowska, Wałbrzych', 'Marszałkowska, Warszawa']],
    ['Marszalkwska Warszawa', ['Marszałkowska, Warszawa', 'Warszawa']],
    ['warsz', ['Warszawa', 'Warszawska, Wałbrzych']],
    ['00-950', ['00-950']],
  ])('%j', async (text, expected) => {
    const { snapshot } = await openStreets();
    expect(nameAll(await suggest(snapshot, { text, near }))).toEqual(expected);
  });

  it('the same name in several cities begin with the nearest', async () => {
    const { snapshot } = await openStreets();
    const inWarsaw = { latitude: 52.2, longitude: 21 };
    expect(nameAll(await suggest(snapshot, { text: 'Marszałkowska', near: inWarsaw }))).toEqual([
      'Marszałkowska, Warszawa',
      'Marszałkowska, Wałbrzych',
    ]);
  });

  it('an id cost no look-up, and what can’t be had doesn’t take the places along', async () => {
    const { snapshot, host } = await openStreets();
    await suggest(snapshot, { text: 'PL_ADA01M' });
    expect(host.requested.filter(({ name }) => name.includes('/streets/'))).toEqual([]);
    host.instead = (name) => (name.includes('/streets/') ? new Response('', { status: 503 }) : null);
    expect(nameAll(await suggest(snapshot, { text: 'warsz' }))).toEqual(['Warszawa']);
    await expect(suggest(snapshot, { text: 'marsz' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a text as long as a book cost few look-ups', async () => {
    const { snapshot, host } = await openStreets();
    await suggest(snapshot, { text: 'Atlantis 9 '.repeat(5000) });
    expect(host.requested.length).toBeLessThan(60);
  });

  it('an address lead to the house', async () => {
    const { snapshot } = await openStreets();
    expect(await findBest(snapshot, { text: 'Marszałkowska 10, Warszawa' })).toEqual({
      kind: 'place',
      label: 'Marszałkowska 10',
      position: { latitude: 52.2312, longitude: 21.0096 },
      zoom: 17,
      source: 'street',
      precision: 'exact',
    });
  });
});

describe('the best answer', () => {
  it.each([
    ['Warszawa', { kind: 'place', label: 'Warszawa', source: 'place', zoom: 11 }],
    ['00-950', { kind: 'place', label: '00-950', source: 'postcode', zoom: 14 }],
    ['Marszałkowska 10, 00-950 Warszawa', { kind: 'place', label: '00-950', source: 'postcode' }],
    ['ada01m', { kind: 'point', stored: { id: 'PL_ADA01M' } }],
    ['odd-id-7', { kind: 'point', stored: { id: 'odd-id-7' } }],
  ])('to %j leads there', async (text, expected) => {
    expect(await findBest(await open(), { text })).toMatchObject(expected);
  });

  it('is null where there is none', async () => {
    expect(await findBest(await open(), { text: 'Atlantis 9' })).toBeNull();
  });
});

describe('an address', () => {
  it.each([
    ['Marszałkowska 10 m. 5, 00-950 Warszawa', ['00-950'], ['Marszałkowska 10 m. 5', 'Warszawa']],
    ['10 Downing Street, London SW1A 2AA', ['SW1A 2AA'], ['10 Downing Street', 'London']],
    ['Damrak 1, 1012 LG Amsterdam', ['1012 LG'], ['Damrak 1', 'Amsterdam']],
    ['7311MD APELDOORN', ['7311MD'], ['APELDOORN']],
    ['D-10115 Berlin', ['10115'], ['Berlin']],
    ['1010 Au', ['1010'], ['Au']],
    ['30-536 Kraków – Podgórze', ['30-536'], ['Kraków -Podgórze']],
    ['11-go Listopada 5 - 7', [], ['11-go Listopada 5 7']],
    ['Dublin D02 X285', ['D02 X285'], ['Dublin']],
    ['', [], []],
  ])('%j is taken apart', (text, postcodes, parts) => {
    const read = readAddress(text);
    expect(read.postcodes).toEqual(postcodes);
    expect(read.parts.map((words) => words.join(' '))).toEqual(parts);
  });

  it.each([
    ['Engerthstraße 214d Stiege 2', 'Engerthstraße 214d'],
    ['Marszałkowska 10 m. 5', 'Marszałkowska 10'],
    ['10 Downing Street Flat 2', 'Downing Street 10'],
    ['17bis Rue de la Paix', 'Rue de la Paix 17bis'],
    ['3 Maja', '3 Maja '],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni 135'],
    ['Flat 2 10 Mist Street', 'Mist Street 10'],
    ['10 Hauptstraße', 'Hauptstraße 10'],
    ['Plac 3 Krzyży 5', 'Plac 3 Krzyży 5'],
    ['Platz der 4 winde 3', 'Platz der 4 winde 3'],
    ['Musterstr.12', 'Musterstr. 12'],
    ['Wiener Str. 12/Top 5', 'Wiener Str. 12'],
    ['Marszałkowska 10 obok apteki', 'Marszałkowska 10'],
  ])('%j names, among others, the street and the house %j', (text, expected) => {
    const readings = readStreets([text.split(' ')]).map(({ street, house }) => `${street} ${house}`);
    expect(readings).toContain(expected);
  });
});

describe('ids that may be meant', () => {
  const countries = new Map([
    ['FR', 2],
    ['PL', 9],
  ]);
  it.each([
    ['pl_ada', ['pl_ada', 'PL_ADA']],
    ['ada01m', ['ada01m', 'ADA01M', 'PL_ADA01M', 'FR_ADA01M']],
    ['00950', ['00950']],
    ['Warszawa', []],
    ['a1', []],
    ['Paris 10', []],
  ])('with %j', (text, expected) => {
    expect(listIdBeginnings(text, countries)).toEqual(expected);
    // Points whose country isn't known change nothing.
    expect(listIdBeginnings(text, new Map([...countries, ['', 3]]))).toEqual(expected);
  });
});

describe('a point’s own name', () => {
  const OWN: Record<string, string> = {
    PL_ADA01M: 'Nowy Sącz postkontor',
    PL_ADA02M: 'Warszawa',
    PL_WAW5: 'Zielony rynek',
    FR_ADA01M: 'Marszałkowska',
  };
  const namedItems = items.map((item) => ({ ...item, name: OWN[item.id] }));
  const request = async (text: string, options: object = { named: true }) => {
    const { snapshot } = await openTest(namedItems, { places: PLACES, streets: STREETS, rowsInPage: 20 });
    return nameAll(await suggest(snapshot, { text, ...options }));
  };

  it.each([
    ['Zielony rynek', 'PL_WAW5'],
    ['zielony', 'PL_WAW5'],
    ['zielony ry', 'PL_WAW5'],
    ['zielony rynk', 'PL_WAW5'],
    // More than the city in front is known of it.
    ['nowy sacz postkontor', 'PL_ADA01M'],
    ['nowy sacz post', 'PL_ADA01M'],
  ])('comes first: %j', async (text, id) => {
    expect((await request(text))[0]).toBe(id);
  });

  it.each([
    ['Nowy Sącz', 'Nowy Sącz', 'PL_ADA01M'],
    ['Warszawa', 'Warszawa', 'PL_ADA02M'],
    ['Marszałkowska', 'Marszałkowska, Wałbrzych', 'FR_ADA01M'],
    ['nowy', 'Nowy Sącz', 'PL_ADA01M'],
    ['now', 'Nowy Sącz', 'PL_ADA01M'],
  ])('comes after a place or street of this name: %j', async (text, first, point) => {
    const found = await request(text);
    expect(found[0]).toBe(first);
    expect(found).toContain(point);
  });

  it('isn’t searched unless asked for, nor for an address or separate fields', async () => {
    expect(await request('Zielony rynek', {})).not.toContain('PL_WAW5');
    expect(await request('Zielony rynek', { named: true, city: 'Warszawa' })).not.toContain('PL_WAW5');
    expect(await request('Zielony rynek, Warszawa')).not.toContain('PL_WAW5');
  });
});
