import { afterEach, describe, expect, it } from 'vitest';
import { formatCount, formatDate, nameCountry } from '../../../src/lib/i18n/format.ts';
import {
  allMessages as m,
  findLanguage,
  language,
  overrideMessages,
  setLanguage,
} from '../../../src/lib/i18n/messages.ts';

afterEach(async () => {
  overrideMessages({});
  await setLanguage('en');
});

describe('the current language', () => {
  it.each([
    [['pl-PL', 'en'], 'pl'],
    [['xx', 'de-AT'], 'de'],
    [['PT-br'], 'pt'],
    [['ar', 'tlh'], 'en'],
    [['constructor', ''], 'en'],
    [[], 'en'],
  ])('the preferences %j select %s', (preferred, expected) => {
    expect(findLanguage(preferred)).toBe(expected);
  });

  it('a change of language affects sentences, numbers, dates and countries at once', async () => {
    await setLanguage('de');
    expect(language).toBe('de');
    expect(formatCount(12_400)).toBe('12.400');
    expect(formatDate(Date.UTC(2026, 10, 21, 12))).toBe('21. November 2026');
    expect(nameCountry('pl')).toBe('Polen');
    expect(m.find_point_count({ amount: 12_400 })).toContain('12.400');
    await setLanguage('en');
    expect(m.find_point_count({ amount: 1 })).toBe('1 point');
    expect(m.find_point_count({ amount: 12_400 })).toBe('12,400 points');
  });
});

describe('a shop’s own texts', () => {
  it('own texts replace messages in every language', async () => {
    overrideMessages({ card_choose: 'Collect here', find_point_count: '{amount} lockers; {other}' });
    expect(m.card_choose()).toBe('Collect here');
    expect(m.find_point_count({ amount: 12_400 })).toBe('12,400 lockers; {other}');
    await setLanguage('de');
    expect(m.card_choose()).toBe('Collect here');
    expect(m.find_point_count({ amount: 12_400 })).toBe('12.400 lockers; {other}');
  });

  it('unknown keys are ignored, and later texts replace earlier ones', () => {
    const ours = m.card_close();
    overrideMessages({ nonsense: 'x', card_choose: 'Collect here' });
    expect(m).not.toHaveProperty('nonsense');
    overrideMessages({ card_close: 'Away' });
    expect(m.card_choose()).not.toBe('Collect here');
    overrideMessages({});
    expect(m.card_close()).toBe(ours);
  });
});
