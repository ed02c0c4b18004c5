import { describe, expect, it } from 'vitest';
import { fillFromPasted, readPasted } from '../../../../src/lib/desk/send/read-pasted.ts';
import { emptyShipmentForm } from '../../../../src/lib/desk/send/shipment-form.ts';

const POLISH = {
  recipient: { firstName: 'Oskar', lastName: 'Lis', email: 'oskar@mail.example', phone: '+48 500 000 202' },
  address: { street: 'Mglista', houseNumber: '7', flatNumber: '3', postalCode: '00-950', city: 'Testowo' },
};

/** All people, companies and places are fictitious. */
describe('Pasted address', () => {
  it.each<[string, string, object]>([
    ['in lines', 'Oskar Lis\nMglista 7/3\n00-950 Testowo\n+48 500 000 202\noskar@mail.example', POLISH],
    [
      'with a district behind the town',
      'Oskar Lis\nMglista 7/3\n00-950 Testowo – Mgliny\n+48 500 000 202\noskar@mail.example',
      { ...POLISH, address: { ...POLISH.address, city: 'Testowo-Mgliny' } },
    ],
    ['with commas', 'Oskar Lis, Mglista 7/3, 00-950 Testowo, +48 500 000 202, oskar@mail.example', POLISH],
    [
      'with words before its numbers',
      'Oskar Lis <oskar@mail.example>\r\nMglista 7 m. 3\r\n00-950 Testowo\r\nTel.: +48 500 000 202\r\nPolska',
      { ...POLISH, address: { ...POLISH.address, countryCode: 'PL' } },
    ],
    [
      'of a company in Germany',
      'Farn GmbH\nJana Musterfrau\nNebelweg 12a\nD-10115 Teststadt\nDeutschland',
      {
        recipient: { firstName: 'Jana', lastName: 'Musterfrau', companyName: 'Farn GmbH' },
        address: {
          street: 'Nebelweg',
          houseNumber: '12a',
          postalCode: '10115',
          city: 'Teststadt',
          countryCode: 'DE',
        },
      },
    ],
    [
      'of Great Britain, with the town above the postcode',
      'Ada Fern\nFlat 2\n10 Mist Street\nTestbury\nSW1A 1AA\nUnited Kingdom',
      {
        recipient: { firstName: 'Ada', lastName: 'Fern' },
        address: {
          street: 'Mist Street',
          houseNumber: '10',
          flatNumber: '2',
          postalCode: 'SW1A 1AA',
          city: 'Testbury',
          countryCode: 'GB',
        },
      },
    ],
    [
      'of Czechia, whose house has two numbers',
      'Jan Mlha, Mlžná 1234/5, 110 00 Zkušebnice, 601 000 303',
      {
        recipient: { firstName: 'Jan', lastName: 'Mlha', phone: '601 000 303' },
        address: { street: 'Mlžná', houseNumber: '1234/5', postalCode: '110 00', city: 'Zkušebnice' },
      },
    ],
    [
      'of a company with a person',
      'Paproć sp. z o.o.\nIda Brzoza\nul. 3 Maja 12\n00-950 Testowo',
      {
        recipient: { firstName: 'Ida', lastName: 'Brzoza', companyName: 'Paproć sp. z o.o.' },
        address: { street: 'ul. 3 Maja', houseNumber: '12', postalCode: '00-950', city: 'Testowo' },
      },
    ],
  ])('%s is split into its fields', (_, text, fields) => {
    expect(readPasted(text)).toEqual(fields);
  });

  it.each(['Oskar', 'Mglista 7', 'Lis, Oskar', '', `${'x, '.repeat(300)}1`])(
    'is ignored if the text isn’t an address of several parts: %s',
    (text) => {
      expect(readPasted(text)).toBeNull();
    },
  );

  it('becomes the destination unless a point was chosen for the parcel', () => {
    const pasted = readPasted('Oskar Lis\nMglista 7\n00-950 Testowo')!;
    const point = { id: 'PL_1', name: 'One', countryCode: 'PL', item: null };
    expect(fillFromPasted(emptyShipmentForm(), pasted)).toMatchObject({
      to: 'address',
      address: { city: 'Testowo' },
    });
    expect(fillFromPasted({ ...emptyShipmentForm(), point }, pasted)).toMatchObject({
      to: 'point',
      point,
      recipient: { firstName: 'Oskar', lastName: 'Lis' },
    });
    expect(fillFromPasted({ ...emptyShipmentForm(), point, toAsLast: true }, pasted)).toMatchObject({
      to: 'address',
      point: null,
    });
  });
});
