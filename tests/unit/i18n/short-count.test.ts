import { describe, expect, it } from 'vitest';
import { formatShortCount } from '../../../src/lib/i18n/format.ts';
import { LANGUAGES, setLanguage } from '../../../src/lib/i18n/messages.ts';

const COUNTS = Array.from({ length: 400 }, (_, step) => Math.round(1.04 ** step)).filter(
  (count) => count < 1e8,
);

describe('a short count', () => {
  it.each([
    [2, '2'],
    [999, '999'],
    [1_000, '1k'],
    [1_449, '1.4k'],
    [9_950, '10k'],
    [12_655, '13k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [3_000_000, '3M'],
  ])('the count %i is shown as %s', (count, shown) => expect(formatShortCount(count)).toBe(shown));

  it('a short count is rounded like compact numbers', () => {
    const compact = new Intl.NumberFormat('en', { notation: 'compact' });
    expect(COUNTS.map((count) => formatShortCount(count).toUpperCase())).toEqual(
      COUNTS.map((count) => compact.format(count)),
    );
  });

  it('a short count has at most four characters', () => {
    expect(COUNTS.filter((count) => formatShortCount(count).length > 4)).toEqual([]);
  });

  it.each(LANGUAGES)('a short count uses the decimal sign of %s', async (language) => {
    await setLanguage(language);
    expect(formatShortCount(1_449).charAt(1)).toBe(new Intl.NumberFormat(language).format(1.4).charAt(1));
    await setLanguage('en');
  });
});
