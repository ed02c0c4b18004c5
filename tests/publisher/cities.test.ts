import { describe, expect, it } from 'vitest';
import { createCityOfPoint, readKnownCities } from '../../publisher/known-cities.ts';
import { placeItem } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';

const known = readKnownCities();
const cityOfPoint = createCityOfPoint(known);
const KAUNAS = { latitude: 54.9, longitude: 23.9 };
const RIGA = { latitude: 56.95, longitude: 24.11 };
const HELSINKI = { latitude: 60.17, longitude: 24.94 };
const WARSAW = { latitude: 52.23, longitude: 21.01 };
const UTRECHT = { latitude: 52.09, longitude: 5.12 };

describe('City of a point', () => {
  it.each([
    // As the list writes it.
    ['Kaunas', true, 'LT', KAUNAS, 'Kaunas'],
    ['Piaseczna', true, 'PL', WARSAW, 'Piaseczna'],
    // A municipality, in the genitive or not.
    ['Kauno m. sav.', true, 'LT', KAUNAS, 'Kaunas'],
    ['Kauno miesto savivaldybė', false, 'LT', KAUNAS, 'Kaunas'],
    ['Vilniaus m. sav.', false, 'LT', { latitude: 54.69, longitude: 25.28 }, 'Vilnius'],
    ['Šiaulių m. sav.', false, 'LT', { latitude: 55.93, longitude: 23.31 }, 'Šiauliai'],
    ['Rīgas pilsēta', false, 'LV', RIGA, 'Riga'],
    ['Tartu linn', false, 'EE', { latitude: 58.38, longitude: 26.73 }, 'Tartu'],
    ['Helsingin kaupunki', false, 'FI', HELSINKI, 'Helsinki'],
    ['Gemeente Utrecht', true, 'NL', UTRECHT, 'Utrecht'],
    ['Comune di Roma', true, 'IT', { latitude: 41.9, longitude: 12.5 }, 'Roma'],
    // A locality in the genitive without such a word.
    ['Rīgas', false, 'LV', RIGA, 'Riga'],
    // The same word far from the city, or in another country.
    ['Kauno m. sav.', false, 'LT', { latitude: 55.7, longitude: 21.1 }, 'Kauno m. sav.'],
    ['mazowieckie', false, 'PL', WARSAW, 'mazowieckie'],
    // None: the city of the map around it.
    ['', false, 'LV', RIGA, 'Riga'],
    ['', false, 'LV', { latitude: 57, longitude: 26.4 }, ''],
    ['', false, '', RIGA, ''],
  ])('%j (own field: %j) in %s becomes %5$j', (name, own, country, position, city) => {
    expect(cityOfPoint({ name, own }, country, position)).toBe(city);
  });
});

describe('Cities of the map', () => {
  it('a city of the map that no address names has rows for all of its names, with the points around it', async () => {
    const { places: rows } = await publishItems([
      placeItem(54.9, 23.9, { street: 'Laisvės alėja 1' }, 'LT'),
      placeItem(54.905, 23.91, { locality: 'Kauno m. sav.' }, 'LT'),
      placeItem(54.69, 25.28, { administrativeArea: 'Vilnius' }, 'LT'),
    ]);
    const named = (key: string) => rows.filter(([folded]) => folded === key);
    expect(named('kaunas').map((row) => [row[1], row[3], row[6]])).toEqual([['Kaunas', 'LT', 2]]);
    expect(named('kowno')).toHaveLength(1);
    // No point lies there, but it is on the map.
    expect(named('klaipeda').map((row) => [row[1], row[6]])).toEqual([['Klaipėda', 0]]);
    // Not in the network's countries.
    expect(named('riga')).toEqual([]);
    const lithuanian = known.all.filter(({ country }) => country === 'LT');
    expect(lithuanian.length).toBeGreaterThan(15);
    for (const { names } of lithuanian) expect(rows.some((row) => row[1] === names[0])).toBe(true);
  });

  it('a city that addresses name is listed once', async () => {
    const { places: rows } = await publishItems([
      placeItem(54.9, 23.9, { city: 'Kaunas' }, 'LT'),
      placeItem(54.91, 23.92, { city: 'KAUNAS' }, 'LT'),
    ]);
    expect(rows.filter((row) => row[0] === 'kaunas')).toEqual([
      ['kaunas', 'Kaunas', 'city', 'LT', 54.9, 23.9, 2],
    ]);
  });
});
