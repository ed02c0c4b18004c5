import { describe, expect, it } from 'vitest';
import { byDimension } from '#contract/filter-dimensions.ts';
import { describePoint } from '#contract/point-details.ts';

const base = { id: 'PL_X', coordinates: { latitude: 52.1, longitude: 21.2 } };
const describeFields = (fields: object) => describePoint({ ...base, ...fields });

describe('Details of a point', () => {
  it('only an id and a position are required', () => {
    expect(describePoint(base)).toEqual({
      ...byDimension('field', () => ''),
      id: 'PL_X',
      name: 'PL_X',
      type: '',
      country: '',
      locationType: '',
      imageUrl: null,
      latitude: 52.1,
      longitude: 21.2,
      street: '',
      buildingNumber: '',
      city: '',
      postalCode: '',
      capabilities: [],
      descriptions: [],
      roundTheClock: null,
      hours: null,
      further: [],
    });
  });

  it('entities are decoded, once, and what they stand for is no mark-up', () => {
    const details = describeFields({
      displayName: 'Sklep &quot;Fern&quot; &amp; Synowie',
      address: {
        street: 'ul. O&#039;Brien',
        buildingNumber: '3',
        city: 'Lipk&oacute;w &ndash; P&#xF3;&lstrok;noc',
      },
      description: {
        content:
          '<b>Wej&#347;cie</b> od ul. D&#39;Arc &lt;obok&gt; apteki &eacute;t&eacute; &Aogon;&nbsp;&Zdot;',
      },
      description2: { content: 'R&D; &unknown; &#0; &#xD800; AT&T &amp;quot;' },
    });
    expect(details).toMatchObject({
      name: 'Sklep "Fern" & Synowie',
      street: "ul. O'Brien 3",
      city: 'Lipków – Północ',
      descriptions: [
        "Wejście od ul. D'Arc <obok> apteki été Ą Ż",
        'R&D; &unknown; &#0; &#xD800; AT&T &quot;',
      ],
    });
  });

  it('a note that a building has no number isn’t its number', () => {
    for (const note of ['b/n', 'BN', 'b.n.', 'S/N', 's/n.', 's.n.c.', 'bez numeru', 'B/NR']) {
      const { street, buildingNumber } = describeFields({
        address: { street: 'Leśna', buildingNumber: note },
      });
      expect([note, street, buildingNumber]).toEqual([note, 'Leśna', '']);
    }
    expect(describeFields({ address: { street: 'Calle Mayor, s/n' } }).street).toBe('Calle Mayor');
    expect(describeFields({ address: { street: 'Sn', buildingNumber: '5 B' } }).street).toBe('Sn 5 B');
  });

  it('they contain all known fields', () => {
    const details = describeFields({
      displayName: 'Locker at the mill',
      type: 'APM',
      address: { street: 'Młyńska', buildingNumber: '7', city: 'Łódź', postalCode: '90-001' },
      description: { content: 'Behind</br>the  shop' },
      capabilities: ['PARCEL_COLLECT', null, 'PARCEL_SEND'],
      operatingHours: {
        customer: { monday: [{ start: '06:00', end: '24:00' }], tuesday: [], friday: '24//7' },
      },
      location247: false,
      floor: 2,
      brands: ['A', 'B'],
      // Only programs can read these values.
      parcelSizes: { max: 'L' },
      shelves: [{ size: 1 }],
      _raw: 'x',
    });
    expect(details).toMatchObject({
      name: 'Locker at the mill',
      street: 'Młyńska 7',
      descriptions: ['Behind the shop'],
      capabilities: ['PARCEL_COLLECT', 'PARCEL_SEND'],
      // Friday's text can't be read, so it is unknown, which isn't the same as closed.
      hours: { monday: [{ start: '06:00', end: '24:00' }], tuesday: [] },
      roundTheClock: false,
      further: [
        ['floor', '2'],
        ['brands', 'A, B'],
      ],
    });
    expect(details.hours).not.toHaveProperty('friday');
  });

  it.each([
    [{ displayName: 'Mill', name: 'Shop' }, 'Mill'],
    [{ name: 'Groene stad', address: { street: 'Dorpsstraat', buildingNumber: '7' } }, 'Groene stad'],
    [{ name: 'unknown', address: { street: 'Dorpsstraat', buildingNumber: '7' } }, 'Dorpsstraat 7'],
    [{ name: 7 }, 'PL_X'],
  ])('the name of %o is chosen', (fields, name) => {
    expect(describeFields(fields).name).toBe(name);
  });

  it.each([
    [{ city: 'Polderdam', locality: 'Oost', administrativeArea: 'Utrecht' }, 'Polderdam'],
    [{ city: null, locality: 'Rīga', administrativeArea: 'LV-RIX' }, 'Rīga'],
    [{ city: 'unknown', administrativeArea: 'Kauno m. sav.' }, 'Kauno m. sav.'],
    // A province code isn't a city.
    [{ administrativeArea: 'CH' }, ''],
    [{ locality: 7 }, ''],
  ])('the city of %o is found', (address, city) => {
    expect(describeFields({ address }).city).toBe(city);
  });

  it.each(['unknown', 'Unknown ', 'N/A', 'null', '-', '00-000', '0', '.', '<br>', 42, null])(
    'a placeholder in an address is left out: %s',
    (nothing) => {
      const parts = { street: nothing, buildingNumber: nothing, city: nothing, postalCode: nothing };
      for (const address of [parts, nothing]) {
        expect(describeFields({ address, displayName: nothing, country: nothing, type: nothing })).toEqual(
          describePoint(base),
        );
      }
    },
  );

  it.each([
    [{ street: 'Main Street 7', buildingNumber: '7' }, 'Main Street 7'],
    [{ street: 'Main Street', buildingNumber: '7' }, 'Main Street 7'],
    [{ street: null, buildingNumber: '7' }, '7'],
    [{ street: "PLACE DE L''EGLISE", buildingNumber: 'unknown' }, "Place de l'Eglise"],
    [{ street: 'Station Street', buildingNumber: '24/7 Locker - Walsall Station' }, 'Station Street'],
  ])('the street %o is joined into one text', (address, street) => {
    expect(describeFields({ address }).street).toBe(street);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'blob:http://x/1',
    'ftp://x/y.png',
    '//x',
    42,
    null,
  ])('a picture from %s is not loaded', (imageUrl) =>
    expect(describeFields({ imageUrl }).imageUrl).toBeNull(),
  );
});
