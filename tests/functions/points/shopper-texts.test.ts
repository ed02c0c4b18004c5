import { describe, expect, it } from 'vitest';
import { QueryReader } from '../../../functions/points/read-query.ts';
import { explainErrors, readShopperLocale, writeTexts } from '../../../functions/points/shopper-texts.ts';
import { summarizePoint } from '#contract/point-summary.ts';

const speechOf = (language: string) => readShopperLocale(new QueryReader(new URLSearchParams({ language })));

describe('Language of texts for shoppers', () => {
  it.each([
    ['de', { language: 'de', region: 'de' }],
    ['de-AT', { language: 'de', region: 'de-AT' }],
    ['EN-us', { language: 'en', region: 'EN-us' }],
    // Not a valid tag, but a known language.
    ['de-a', { language: 'de', region: 'de' }],
    ['de-AT, en', { language: 'de', region: 'de' }],
    // A language without translation.
    ['xx-AT', { language: 'en', region: 'en' }],
    ['constructor', { language: 'en', region: 'en' }],
    ['-', { language: 'en', region: 'en' }],
    ['', null],
  ])('the language %j is read as %j', (language, speech) => {
    expect(speechOf(language)).toEqual(speech);
  });

  it('errors are unchanged if no language is requested', () => {
    const errors = [{ code: 'gone', message: 'Point PL_1 no longer exists in the network.' }];
    expect(readShopperLocale(new QueryReader(new URLSearchParams()))).toBeNull();
    expect(explainErrors(errors, null)).toEqual(errors);
  });
});

describe('Opening hours for shoppers', () => {
  it.each([
    ['en-US', /9:00\sAM–5:30\sPM/],
    ['en-GB', /Today 9:00–17:30/],
  ])('times of day follow the region: %s', (region, written) => {
    const day = [{ start: '09:00', end: '17:30' }];
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const point = {
      ...{ id: 'GB_1', country: 'GB', coordinates: { latitude: 51.5, longitude: 0 } },
      operatingHours: { customer: Object.fromEntries(days.map((name) => [name, day])) },
    };
    const near = { point, summary: summarizePoint(point), distanceMetres: 40, label: null };
    const texts = writeTexts(near, undefined, false, new Date('2026-11-25T12:00:00Z'), speechOf(region)!);
    expect(texts.lines.join('\n')).toMatch(written);
  });
});
