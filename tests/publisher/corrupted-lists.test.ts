import { cpSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePlatform, makeSettings, run, type Item } from './made-up-platform.ts';
import { readFiles, readPublished } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Makes a point as in real feeds: one in ten is in another country, one in four is always open, one in five has a name. */
function makePoint(_: unknown, at: number): Item {
  const country = at % 10 === 0 ? 'ES' : 'PL';
  const day = [{ start: '08:00', end: '18:00' }];
  return {
    id: `${country}_${at}`,
    type: at % 3 === 0 ? 'PUDO' : 'APM',
    country,
    locationType: 'OUTDOOR',
    imageUrl: `https://pictures.example/${at}.jpg`,
    coordinates:
      country === 'PL'
        ? { latitude: 51 + ((at * 7919) % 2000) / 1000, longitude: 17 + ((at * 104729) % 5000) / 1000 }
        : { latitude: 38 + (at % 400) / 100, longitude: -5.8 + (at % 300) / 100 },
    ...(at % 5 === 0 && { displayName: `Kiosk ${at}` }),
    address: { city: 'Łódź', postalCode: '90-001', street: 'Tajna', buildingNumber: String(at) },
    capabilities: ['PARCEL_COLLECT'],
    location247: at % 4 === 0,
    operatingHours: { customer: at % 4 === 0 ? null : { monday: day, tuesday: day, sunday: [] } },
  };
}
const ITEMS = Array.from({ length: 1000 }, makePoint);

type Place = { latitude: number; longitude: number };
const each = (edit: (item: Item, at: number) => Item) => ITEMS.map(edit);
const move = (to: (place: Place) => Place, country?: string) =>
  each((item) =>
    country === undefined || item['country'] === country
      ? { ...item, coordinates: to(item['coordinates'] as Place) }
      : item,
  );
const exchange = ({ latitude, longitude }: Place) => ({ latitude: longitude, longitude: latitude });
const without = (field: string) => each((item) => ({ ...item, [field]: undefined }));
const withoutPart = (part: string) =>
  each((item) => ({ ...item, address: { ...(item['address'] as object), [part]: null } }));

const CORRUPTIONS: [what: string, list: unknown[], ...sentences: string[]][] = [
  [
    'latitude and longitude exchanged',
    move(exchange),
    'latitude and longitude are exchanged in 900 of 900 points of PL (100 %): more than 10 %',
    '      PL_1 at ',
    'latitude and longitude are exchanged in 100 of 100 points of ES (100 %): more than 10 %',
  ],
  [
    'latitude and longitude exchanged in one country',
    move(exchange, 'ES'),
    'latitude and longitude are exchanged in 100 of 100 points of ES (100 %): more than 10 %',
    '      ES_0 at -5.8, 38\n',
  ],
  [
    'half a degree too far north',
    move(({ latitude, longitude }) => ({ latitude: latitude + 0.5, longitude })),
    '1,000 of 1,000 points are over 1 km from where they were (100 %): more than 5 %',
    'ES_0 38.0000, -5.8000 → 38.5000, -5.8000 (56 km)',
    '900 of 900 points in PL are over 1 km from where they were',
  ],
  [
    'half a degree too far north in one country',
    move(({ latitude, longitude }) => ({ latitude: latitude + 0.5, longitude }), 'ES'),
    '100 of 100 points in ES are over 1 km from where they were (100 %): more than 5 %',
  ],
  [
    'all at one position',
    move(() => ({ latitude: 52.2, longitude: 21 })),
    '100 of 100 points of ES lie outside it (100 %): more than 10 %',
    'points are over 1 km from where they were (100 %): more than 5 %',
  ],
  [
    'positions rounded to whole degrees',
    move(({ latitude, longitude }) => ({ latitude: Math.round(latitude), longitude: Math.round(longitude) })),
    '998 of 1,000 points are over 1 km from where they were (100 %): more than 5 %',
    'PL_1 52.9190, 21.7290 → 53.0000, 22.0000 (20 km)',
  ],
  [
    'longitudes with the other sign',
    move(({ latitude, longitude }) => ({ latitude, longitude: -longitude })),
    '900 of 900 points of PL lie outside it (100 %): more than 10 %',
    'PL_1 at 52.919, -21.729',
  ],
  [
    'positions of 0, 0',
    move(() => ({ latitude: 0, longitude: 0 })).with(0, ITEMS[0]!),
    'items set aside: 0 → 999 (their share rose by 100 %): more than 2 %',
    'ES_10 coordinates: both are 0',
    'ES_10 is set aside',
  ],
  [
    'no opening hours',
    each((item) => ({ ...item, operatingHours: undefined, location247: undefined })),
    'points with operatingHours: 1,000 → 0 (their share fell by 100 %): more than 5 %',
    'ES_0 "open 24/7" → missing',
  ],
  [
    'closed on every day',
    each((item) => ({ ...item, operatingHours: { customer: { monday: [], tuesday: [] } } })),
    'points with operatingHours: 1,000 → 250 (their share fell by 75 %): more than 5 %',
    '→ {"customer":{"monday":[],"tuesday":[]}}',
  ],
  [
    'no capabilities',
    each((item) => ({ ...item, capabilities: [] })),
    'points with capabilities: 1,000 → 0 (their share fell by 100 %): more than 5 %',
    'ES_0 ["PARCEL_COLLECT"] → []',
  ],
  [
    'no cities',
    withoutPart('city'),
    'points with address.city: 1,000 → 0 (their share fell by 100 %): more than 5 %',
    'ES_0 "Łódź" → null',
  ],
  ['no streets', withoutPart('street'), 'points with address.street: 1,000 → 0', 'ES_0 "Tajna" → null'],
  ['no house numbers', withoutPart('buildingNumber'), 'points with address.buildingNumber: 1,000 → 0'],
  ['no postcodes', withoutPart('postalCode'), 'points with address.postalCode: 1,000 → 0', '"90-001" → null'],
  ['no pictures', without('imageUrl'), 'points with imageUrl: 1,000 → 0', '0.jpg" → missing'],
  [
    'no names',
    without('displayName'),
    'points with displayName: 200 → 0 (their share fell by 20 %): more than 5 %',
    'ES_0 "Kiosk 0" → missing',
  ],
  [
    'other types',
    each((item) => ({ ...item, type: `${String(item['type'])}_2` })),
    '1,000 of 1,000 points have a different type (100 %): more than 5 %',
    'ES_0 "PUDO" → "PUDO_2"',
  ],
  ['no types', without('type'), 'points with type: 1,000 → 0', 'ES_0 "PUDO" → none'],
  [
    'other placements',
    each((item) => ({ ...item, locationType: 'INDOOR' })),
    '1,000 of 1,000 points have a different locationType (100 %): more than 5 %',
    'ES_0 "OUTDOOR" → "INDOOR"',
  ],
  [
    'countries in small letters',
    each((item) => ({ ...item, country: String(item['country']).toLowerCase() })),
    'points in PL: 900 → 0 (−100 %): more than 20 %',
    'PL_1 "PL" → "pl"',
    '1,000 of 1,000 points have a different country (100 %)',
  ],
  [
    'another country',
    each((item) => ({ ...item, country: 'DE' })),
    'points of DE lie outside it',
    'points in PL: 900 → 0 (−100 %): more than 20 %',
  ],
  [
    'other ids',
    each((item) => ({ ...item, id: `new-${String(item['id'])}` })),
    '1,000 of 1,000 points are gone (100 %): more than 5 %',
    '      ES_0\n',
  ],
  [
    'half of the list',
    ITEMS.slice(500),
    'points in all: 1,000 → 500 (−50 %): more than 5 %',
    '500 of 1,000 points are gone (50 %): more than 5 %',
    'PL_1 is gone',
  ],
  [
    'each point twice, under another id',
    [...ITEMS, ...each((item) => ({ ...item, id: `2${String(item['id'])}` }))],
    'points in all: 1,000 → 2,000 (+100 %): more than 50 %',
    '      2ES_0\n',
  ],
  ['each point twice', [...ITEMS, ...ITEMS], '1,000 of 2,000 points are missing'],
];

const publish = (folder: string, items: unknown[], environment = {}) =>
  run(makeSettings(folder, environment), makePlatform(items));
const refusalOf = (folder: string, items: unknown[]) =>
  publish(folder, items).then(
    () => 'published',
    (error: Error) => error.message,
  );

const published = makeFolder();
beforeAll(() => publish(published, ITEMS));
/** A folder in which `ITEMS` are published. */
function copyPublished(): string {
  const folder = makeFolder();
  cpSync(published, folder, { recursive: true });
  return folder;
}

describe('List with one fault', () => {
  it.each(CORRUPTIONS)(
    'refuses a list with a fault, and says what and where: %s',
    async (_what, list, ...sentences) => {
      const folder = copyPublished();
      const refusal = await refusalOf(folder, list);
      for (const sentence of sentences) expect(`${refusal}\n`).toContain(sentence);
      expect(readFiles(folder)).toEqual(readFiles(published));
    },
  );

  it('a refusal names at most five points for each figure', async () => {
    const refusal = await refusalOf(published, CORRUPTIONS.find(([what]) => what === 'no streets')![1]);
    expect(refusal.match(/^ {6}/gm)).toHaveLength(5);
  });

  it.each(CORRUPTIONS.filter(([what]) => /exchanged|other sign|one position/.test(what)))(
    'refuses a misplaced list even if nothing is published yet: %s',
    async (_what, list, ...sentences) => {
      expect(await refusalOf(makeFolder(), list)).toContain(
        sentences.find((sentence) => /exchanged|outside/.test(sentence)),
      );
    },
  );

  it('never publishes an empty list, not even with --accept', async () => {
    const all = run(makeSettings(makeFolder()), makePlatform(move(exchange)), { accept: true });
    await expect(all).rejects.toThrow('can be placed');
  });
});

describe('List without faults', () => {
  it('publishes an unchanged list again', async () => {
    const folder = copyPublished();
    await publish(folder, ITEMS);
    expect(readPublished(folder).report.comparisons).toMatchObject([{ changes: [] }]);
  });

  it('publishes a list with the changes of a day', async () => {
    const folder = copyPublished();
    const opened = ITEMS.slice(0, 20).map((item) => ({ ...item, id: `new-${String(item['id'])}` }));
    const changed = ITEMS.slice(20).map((item, at) => {
      const { latitude, longitude } = item['coordinates'] as Place;
      if (at < 10) return { ...item, coordinates: { latitude: latitude + 0.005, longitude } };
      if (at < 20) return { ...item, coordinates: { latitude: latitude + 0.1, longitude } };
      if (at < 30) return { ...item, type: 'PARCEL_WALL' };
      return at < 40 ? { ...item, operatingHours: null, imageUrl: '' } : item;
    });
    await publish(folder, [...opened, ...changed]);
    // Points that moved by half a kilometre don't count as moved.
    expect(readPublished(folder).report.comparisons[0]?.changes).toContainEqual(
      expect.objectContaining({ figure: 'moved', before: 980, now: 10, exceeded: false }),
    );
  });
});
