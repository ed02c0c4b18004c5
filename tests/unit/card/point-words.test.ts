import { describe, expect, it } from 'vitest';
import { describePoint } from '#contract/point-details.ts';
import { nameCountry } from '../../../src/lib/i18n/format.ts';
import { nameCapability, namePlacement, nameType } from '../../../src/lib/i18n/name-values.ts';
import { writeAddress, writeAddressLines } from '#contract/write-address.ts';

const BARE = { id: 'PL_ADA01M', coordinates: { latitude: 51.74, longitude: -22.2635 } };

describe('names and addresses of points', () => {
  it.each<[name: (value: string) => string, value: string, words: string]>([
    [nameType, 'APM', 'Parcel locker'],
    [nameType, 'PUDO', 'Shop or counter'],
    // Later ones stay as they are.
    [nameType, 'DRONE_PAD', 'DRONE_PAD'],
    [nameType, '', 'Type not given'],
    [nameType, 'constructor', 'constructor'],
    [namePlacement, 'INDOOR', 'Indoors'],
    [namePlacement, 'OUTDOOR', 'Outdoors'],
    [namePlacement, 'ROOF', 'ROOF'],
    [namePlacement, '', 'Not given'],
    [nameCapability, 'PARCEL_COLLECT', 'Collect a parcel'],
    [nameCapability, 'CARD_PAYMENT', 'Card payment'],
    [nameCapability, 'FREEZE', 'Freeze'],
    [nameCapability, 'Blue_Sky', 'Blue_Sky'],
    [nameCapability, 'constructor', 'constructor'],
    [nameCapability, '', ''],
    [nameCountry, 'PL', 'Poland'],
    [nameCountry, 'gb', 'United Kingdom'],
    [nameCountry, 'XX1', 'XX1'],
    [nameCountry, '', ''],
  ])('each value has its name: %o of %j', (name, value, words) => {
    expect(name(value)).toBe(words);
  });

  it.each([
    [
      { street: 'Rochusplatz', buildingNumber: '1', postalCode: '1030', city: 'Wien' },
      'Rochusplatz 1, 1030 Wien',
    ],
    [{ street: null, buildingNumber: null, postalCode: null, city: 'Wien' }, 'Wien'],
    [{ street: 'Main Street', postalCode: 'AB1 2CD' }, 'Main Street, AB1 2CD'],
    [null, ''],
  ])('the address %o is written without gaps', (address, written) => {
    expect(writeAddress(describePoint({ ...BARE, address }))).toBe(written);
  });
});

describe('formats of addresses and names', () => {
  it('the postcode is written where the country puts it', () => {
    const address = { street: 'High Street 2', postalCode: 'AB1 2CD', city: 'Leeds' };
    expect(writeAddressLines(describePoint({ ...BARE, country: 'GB', address }))).toEqual([
      'High Street 2',
      'Leeds AB1 2CD',
    ]);
  });

  it('texts are in the shopper’s language if the platform has them', () => {
    const description = {
      content: 'Przy wejściu',
      translations: [{ language: 'en-GB', content: 'At the entrance' }, { language: 'de' }, null, 'x'],
    };
    const read = (language: string) => describePoint({ ...BARE, description }, language).descriptions;
    expect([read('en'), read('de'), read('')]).toEqual([
      ['At the entrance'],
      ['Przy wejściu'],
      ['Przy wejściu'],
    ]);
  });
});
