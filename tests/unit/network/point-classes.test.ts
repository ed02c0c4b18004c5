import { expect, it } from 'vitest';
import { ClassNumbers } from '#network/snapshot-format/class-numbers.ts';
import { readClasses, writeClasses, type PointClass } from '#network/snapshot-format/point-classes.ts';
import { listWrongFields } from '#network/snapshot-format/manifest.ts';

/** The dimensions of the columns, and those of a later version, which has one more. */
const FIRST = ['country', 'type', 'locationType'];
const LATER = [...FIRST, 'access'];
const CLASSES = [
  { country: 'PL', type: 'APM', locationType: '', access: 'STEPS', count: 3 },
  { country: 'PL', type: 'APM', locationType: '', access: 'LEVEL', count: 2 },
] as unknown as (PointClass & { access: string })[];

it('a further dimension is a column beside the rows that every reader knows', () => {
  const written = writeClasses(CLASSES, [], LATER);
  expect(written.facets).toEqual([
    ['PL', 'APM', '', 3],
    ['PL', 'APM', '', 2],
  ]);
  expect(listWrongFields(written)).not.toContain('facets');
  expect(listWrongFields(written)).not.toContain('facetColumns');
  expect(readClasses({ ...written, countries: [] }, LATER)).toEqual(CLASSES);
  expect(readClasses({ ...written, countries: [] }, FIRST)).toEqual(
    CLASSES.map(({ access, ...known }) => access && known),
  );
});

it('of a dimension that a network was published without nothing is known', () => {
  const written = writeClasses(CLASSES.slice(0, 1), [], FIRST);
  expect(written).toEqual({ facets: [['PL', 'APM', '', 3]], facetColumns: {} });
  expect(readClasses({ ...written, countries: [] }, LATER)).toEqual([{ ...CLASSES[0], access: '' }]);
});

it('points that keep another time are another class, and older readers go on', () => {
  const kinds = new ClassNumbers();
  const item = { country: 'US', type: 'APM' };
  const zones = ['America/Denver', 'America/Phoenix', 'America/Denver', ''];
  expect(zones.map((zone) => kinds.numberOf(item, zone))).toEqual([1, 2, 1, 3]);
  const written = writeClasses(kinds.classes, [], FIRST);
  expect(written.facets.slice(1)).toEqual([2, 1, 1].map((count) => ['US', 'APM', '', count]));
  expect(readClasses({ ...written, countries: [] }, FIRST).map(({ timeZone }) => timeZone)).toEqual([
    undefined,
    'America/Denver',
    'America/Phoenix',
    undefined,
  ]);
});

it('the time that most points of a country keep isn\u2019t written again for each class', () => {
  const kinds = new ClassNumbers();
  const zones = { US: ['America/Denver', 'America/Phoenix'], PL: ['Europe/Warsaw'] };
  for (const [country, own] of Object.entries(zones))
    for (const zone of own) kinds.numberOf({ country, type: 'APM' }, zone);
  const countries = Object.entries(zones).map(([code, own]) => ({
    code,
    box: [0, 0, 1, 1] as [number, number, number, number],
    zones: own,
  }));
  const written = writeClasses(kinds.classes, countries);
  expect(written.facetColumns).toEqual({ timeZone: ['', '', 'America/Phoenix', ''] });
  expect(readClasses({ ...written, countries })).toEqual(kinds.classes);
});

it('what says that nothing is known, and what is no code, is unknown', () => {
  const kinds = new ClassNumbers();
  const numbers = [
    { type: 'APM' },
    { type: ' n/a' },
    { type: 7 },
    { type: 'A'.repeat(81) },
    { type: 'APM ' },
  ].map((item) => kinds.numberOf(item));
  expect(numbers).toEqual([1, 0, 0, 0, 1]);
  expect(kinds.classes.map(({ type, count }) => [type, count])).toEqual([
    ['', 3],
    ['APM', 2],
  ]);
});

it('more kinds than are told apart count as unknown', () => {
  const kinds = new ClassNumbers(2);
  expect(['A', 'B', 'A', 'C'].map((type) => kinds.numberOf({ type }))).toEqual([1, 0, 1, 0]);
});
