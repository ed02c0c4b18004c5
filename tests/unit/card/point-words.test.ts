import { describe, expect, it } from 'vitest';
import { describePoint } from '../../../src/lib/contract/point-details.ts';
import { nameCountry } from '../../../src/lib/i18n/format.ts';
import { nameCapability, namePlacement, nameType } from '../../../src/lib/i18n/name-values.ts';
import { writeAddress, writeAddressLines } from '../../../src/lib/contract/write-address.ts';

const BARE = { id: 'PL_ADA01M', coordinates: { latitude: 51.74, longitude: -22.2635 } };

describe('the words of a point', () => {
  it('name the types the platform is known for, and show later ones as they are', () => {
    expect(['APM', 'PUDO', 'DRONE_PAD', '', 'constructor'].map(nameType)).toEqual([
      'Parcel locker',
      'Shop or counter',
      'DRONE_PAD',
      'Type not given',
      'constructor',
    ]);
  });

  it('name the placement, and say when it isn’t given', () => {
    expect(['INDOOR', 'OUTDOOR', 'ROOF', ''].map(namePlacement)).toEqual([
      'Indoors',
      'Outdoors',
      'ROOF',
      'Not given',
    ]);
  });

  it('name capabilities, and make unknown ones readable', () => {
    const names = ['PARCEL_COLLECT', 'CARD_PAYMENT', 'FREEZE', 'Blue_Sky', 'constructor', ''];
    expect(names.map(nameCapability)).toEqual([
      'Collect a parcel',
      'Card payment',
      'Freeze',
      'Blue_Sky',
      'constructor',
      '',
    ]);
  });

  it.each([
    [
      { street: 'Rochusplatz', buildingNumber: '1', postalCode: '1030', city: 'Wien' },
      'Rochusplatz 1, 1030 Wien',
    ],
    [{ street: null, buildingNumber: null, postalCode: null, city: 'Wien' }, 'Wien'],
    [{ street: 'Main Street', postalCode: 'AB1 2CD' }, 'Main Street, AB1 2CD'],
    [null, ''],
  ])('write the address %o without holes', (address, written) => {
    expect(writeAddress(describePoint({ ...BARE, address }))).toBe(written);
  });
});

describe('formats', () => {
  it('name a country, and keep a code that is none', () => {
    expect(['PL', 'gb', 'XX1', ''].map(nameCountry)).toEqual(['Poland', 'United Kingdom', 'XX1', '']);
  });

  it('write the postcode where the country has it', () => {
    const address = { street: 'High Street 2', postalCode: 'AB1 2CD', city: 'Leeds' };
    expect(writeAddressLines(describePoint({ ...BARE, country: 'GB', address }))).toEqual([
      'High Street 2',
      'Leeds AB1 2CD',
    ]);
  });

  it('come in the shopper’s language where the platform has them in it', () => {
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
