import { expect, it } from 'vitest';
import { openTest } from '../../network/open-test-snapshot.ts';

/** So many towns that begin with "Bad" that they fill ten pages. */
const TOWNS = Array.from({ length: 30 }, (_, at) => `Bad ${String.fromCodePoint(65 + (at % 26))}bach ${at}`);
const PLACES = [...TOWNS, 'Bad Homburg vor der Höhe', 'Bad Zwischenahn'].map((name, at) => ({
  ...{ name, kind: 'city', count: 1, latitude: 50 + at / 10, longitude: 8, country: 'DE' },
}));

it.each([
  ['Bad Homburg v.d.H.', 'Bad Homburg vor der Höhe'],
  ['Bad Zwisch.', 'Bad Zwischenahn'],
])('%j is found on at most two of ten pages that begin with its first word', async (typed, name) => {
  const { snapshot, host } = await openTest([], { places: PLACES, rowsInPage: 3 });
  const [found] = await snapshot.findWritten(typed, []);
  expect(found?.name).toBe(name);
  const pages = host.requested.filter((each) => /places\/\d+\.json/.test(each.name));
  expect(pages.length).toBeLessThanOrEqual(2);
});
