import { describe, expect, it } from 'vitest';
import { readCountryCode } from '../../../src/lib/desk/country-code.ts';
import { fitsLocker, readLockerSize } from '../../../src/lib/desk/locker-size.ts';
import { readLength, readMeasure, readWeight } from '../../../src/lib/desk/measure.ts';
import { readPostcode, examplePostcode } from '../../../src/lib/desk/postcode.ts';

describe('readMeasure', () => {
  it.each([
    ['1,2', 1.2, ''],
    ['1.2 kg', 1.2, 'kg'],
    ['1 200 g', 1200, 'g'],
    ['1.200,50', 1200.5, ''],
    ['1,200.50', 1200.5, ''],
    ['1.200.300', 1_200_300, ''],
    ['0,5kg.', 0.5, 'kg'],
    [',5', 0.5, ''],
  ])('reads %s', (text, amount, unit) => {
    expect(readMeasure(text)).toEqual({ amount, unit });
  });

  it.each(['', ',', 'much', '-1', '1.2.3,4,5', '1,2 kg net', '1e5'])('refuses %j', (text) => {
    expect(readMeasure(text)).toBeNull();
  });

  it('reads weights in kilograms and lengths in centimetres, whatever the unit', () => {
    expect(['1200 g', '1,2', '3 stone'].map((text) => readWeight(text))).toEqual([1.2, 1.2, null]);
    expect(readWeight('500', 'g')).toBe(0.5);
    expect([readLength('300mm'), readLength('0,3 m'), readLength('30')]).toEqual([30, 30, 30]);
  });
});

describe('readPostcode', () => {
  it.each([
    ['PL', '00950', '00-950'],
    ['PL', 'PL 00-950', '00-950'],
    ['DE', 'D-10115', '10115'],
    ['CZ', '11000', '110 00'],
    ['NL', '1234ab', '1234 AB'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['PT', '1000 001', '1000-001'],
    ['LV', '1010', null],
    ['LV', 'lv1010', 'LV-1010'],
    ['DE', '1067', null],
    ['PL', 'AB-123', null],
    ['PL', 'T-64135', null],
    ['BR', ' 01310-100 ', '01310-100'],
  ])('%s: %s', (country, text, written) => {
    expect(readPostcode(text, country)).toBe(written);
  });

  it('accepts the example of each country', () => {
    for (const country of ['PL', 'GB', 'NL', 'SE', 'AD', 'LV'])
      expect(readPostcode(examplePostcode(country)!, country)).toBe(examplePostcode(country));
    expect(examplePostcode('BR')).toBeNull();
  });
});

describe('readCountryCode', () => {
  it.each([
    ['pl', 'PL'],
    ['Polska', 'PL'],
    ['Německo', 'DE'],
    ['Польща', 'PL'],
    ['UK', 'GB'],
    ['Pays-Bas', 'NL'],
    ['Atlantis', null],
    ['', null],
  ])('%s', (text, code) => {
    expect(readCountryCode(text)).toBe(code);
  });
});

describe('Locker size', () => {
  it.each([
    ['a', 'A'],
    ['B', 'B'],
    [' c ', 'C'],
    ['S', 'A'],
    ['large', 'C'],
    ['XL', null],
    ['constructor', null],
  ])('is A, B or C, also called small, medium or large: %j is %j', (text, size) => {
    expect(readLockerSize(text)).toBe(size);
  });

  it('fits a parcel turned any way', () => {
    expect(fitsLocker({ length: 38, width: 41, height: 64 })).toBe(true);
    expect(fitsLocker({ length: 65, width: 10, height: 10 })).toBe(false);
    expect(fitsLocker({ length: 50, width: 50, height: 50 })).toBe(false);
  });
});
