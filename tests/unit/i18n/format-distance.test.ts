import { afterEach, expect, it } from 'vitest';
import { formatDistance } from '../../../src/lib/i18n/format-distance.ts';
import { setLanguage } from '../../../src/lib/i18n/messages.ts';

afterEach(() => setLanguage('en'));

it.each([
  [0, 'PL', '10 m'],
  [354, 'PL', '350 m'],
  [994, 'PL', '990 m'],
  [996, 'PL', '1 km'],
  [2_449, '', '2.4 km'],
  [12_400, 'DE', '12 km'],
  [1_234_000, 'DE', '1,234 km'],
  [200, 'GB', '220 yd'],
  [403, 'gb', '0.3 mi'],
  [2_414, 'GB', '1.5 mi'],
])('%d metres in %s are %s', (metres, country, words) => {
  expect(formatDistance(metres, country)).toBe(words);
});

it('a distance from a place that is only near the requested one is approximate', async () => {
  expect(formatDistance(354, 'PL', true)).toBe('about 350 m');
  await setLanguage('pl');
  expect(formatDistance(354, 'PL', true)).toBe('ok. 350 m');
});

it('a distance is written as the language writes it', async () => {
  await setLanguage('de');
  expect(formatDistance(2_449, 'DE')).toBe('2,4 km');
  await setLanguage('uk');
  expect(formatDistance(354, 'UA')).toBe('350 м');
});
