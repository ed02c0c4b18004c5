import { expect, it } from 'vitest';
import { number, numbersIn } from '../../../src/lib/i18n/formatters.ts';
import { LANGUAGES } from '../../../src/lib/i18n/messages.ts';

it.each(LANGUAGES)('a number in a sentence is written as %s writes it, whatever its size', (language) => {
  for (const value of [0, 7, 42, 999, 1_000, 12_400, 151_179, 1_000_000, -5, 2.5, 999.5])
    expect(number(language, value)).toBe(numbersIn(language).format(value));
});
