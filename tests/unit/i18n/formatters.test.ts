import { afterEach, expect, it, vi } from 'vitest';
import { number, numbersIn } from '../../../src/lib/i18n/formatters.ts';
import { LANGUAGES } from '../../../src/lib/i18n/messages.ts';

it.each(LANGUAGES)('a number in a sentence is written as %s writes it, whatever its size', (language) => {
  for (const value of [0, 7, 42, 999, 1_000, 12_400, 151_179, 1_000_000, -5, 2.5, 999.5])
    expect(number(language, value)).toBe(numbersIn(language).format(value));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  [['en-GB', 'en'], 'en', '20:00'],
  [['en-US', 'en-GB'], 'en', '8:00 PM'],
  [['pl', 'en-GB'], 'en', '20:00'],
  [['pl'], 'en', '8:00 PM'],
  [['en-US'], 'de', '20:00'],
])('a reader of %j sees times of day in %s as in their country', async (languages, language, written) => {
  vi.stubGlobal('navigator', { languages });
  const { clocksIn } = await import('../../../src/lib/i18n/formatters.ts');
  expect(
    clocksIn(language)
      .format(20 * 3_600_000)
      .replace(/\s/, ' '),
  ).toBe(written);
});

it.each([
  [['en-GB'], '21 November 2026'],
  [['en-US'], 'November 21, 2026'],
  [['pl'], 'November 21, 2026'],
])('a reader of %j sees dates as in their country', async (languages, written) => {
  vi.stubGlobal('navigator', { languages });
  const { regionalOf } = await import('../../../src/lib/i18n/formatters.ts');
  const dates = new Intl.DateTimeFormat(regionalOf('en'), { dateStyle: 'long', timeZone: 'UTC' });
  expect(dates.format(Date.UTC(2026, 10, 21))).toBe(written);
});
