import { expect, it } from 'vitest';
import type { PointNetwork } from '#network/point-network.ts';
import { chooseShortcutCountries } from '../../../src/lib/picker/shortcut-countries.ts';

const country = (code: string, zones: string[], box: [number, number, number, number]) => ({
  code,
  zones,
  box,
});
const COUNTRIES = [
  country('PL', ['Europe/Warsaw'], [14, 49, 24, 55]),
  country('NL', ['Europe/Amsterdam'], [3, 50, 7, 54]),
  country('GB', ['Europe/London'], [-8, 50, 2, 59]),
] as unknown as PointNetwork['countries'];
const AMSTERDAM = { latitude: 52.4, longitude: 4.9, zoom: 7 };

const choose = (zone: string, view: typeof AMSTERDAM | null = null, offered: string[] = []) =>
  chooseShortcutCountries({ offered, view, readTimeZone: () => zone }, COUNTRIES);

it('shortcuts lead to cities of the country that the map shows, else of the shopper’s own', () => {
  expect(choose('Europe/Warsaw')).toEqual(['PL']);
  expect(choose('Europe/Warsaw', AMSTERDAM)).toEqual(['NL']);
  expect(choose('Europe/Warsaw', { ...AMSTERDAM, zoom: 4 })).toEqual(['PL']);
  expect(choose('Europe/Warsaw', { ...AMSTERDAM, longitude: -30 })).toEqual(['PL']);
});

it('for others they lead to all cities, and never to those of a country that the shop doesn’t offer', () => {
  expect(choose('Asia/Tokyo')).toEqual([]);
  expect(choose('Europe/Warsaw', AMSTERDAM, ['GB'])).toEqual(['GB']);
  expect(choose('Europe/Warsaw', null, ['GB', 'PL'])).toEqual(['PL']);
});
