import { expect, it } from 'vitest';
import { listCountries } from '../../../src/lib/desk/country-list.ts';

it('countries are listed by their names in the desk’s language, each once, the usual ones first', () => {
  const { near, far } = listCountries('de', '');
  const codes = [...near, ...far].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBe(250);
  expect(near.find(({ code }) => code === 'PL')?.name).toBe('Polen');
  expect(near[0]?.name).toBe('Albanien');
  const names = listCountries('cs', '').near.map(({ name }) => name);
  expect(names.indexOf('Česko')).toBeGreaterThan(names.indexOf('Bulharsko'));
  expect(names.indexOf('Česko')).toBeLessThan(names.indexOf('Dánsko'));
});

it('a stored code that is no country stays in the list', () => {
  expect(listCountries('en', 'QX').far.at(-1)).toEqual({ code: 'QX', name: 'QX' });
  expect(listCountries('en', 'PL').far.some(({ code }) => code === 'PL')).toBe(false);
});
