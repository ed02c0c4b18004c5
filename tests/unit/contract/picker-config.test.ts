import { describe, expect, it } from 'vitest';
import { readPickerConfig } from '../../../src/lib/contract/picker-config.ts';

const read = (given: unknown) => readPickerConfig(given).config;

describe('the config of a picker', () => {
  it('takes lists as arrays and as attributes write them', () => {
    expect(read({ countries: ['pl', ' CZ '] })).toEqual({ countries: ['PL', 'CZ'] });
    expect(read({ countries: 'pl, cz', excludeIds: 'PL_A b' })).toEqual({
      countries: ['PL', 'CZ'],
      excludeIds: ['PL_A', 'b'],
    });
  });

  it('takes numbers as numbers and as text', () => {
    expect(read({ latitude: '52.2', longitude: 21, zoom: '14' })).toEqual({
      latitude: 52.2,
      longitude: 21,
      zoom: 14,
    });
  });

  it('leaves out a bad value, names it, and keeps the rest', () => {
    const { config, problems } = readPickerConfig({
      latitude: 'north',
      longitude: 181,
      view: 'globe',
      value: 'PL_A',
    });
    expect(config).toEqual({ value: 'PL_A' });
    expect(problems).toEqual([
      'latitude: is not a usable value.',
      'longitude: is not a usable value.',
      'view: must be one of auto, list, map, split.',
    ]);
  });

  it('does not repeat a bad value, which may be an address', () => {
    expect(readPickerConfig({ address: { street: 'Secret 1' } }).problems.join()).not.toContain('Secret');
  });

  it('counts empty values as not given', () => {
    expect(readPickerConfig({ city: '', value: null, zoom: undefined, latitude: '' })).toEqual({
      config: {},
      problems: [],
    });
  });

  it('keeps keys that only a newer version knows', () => {
    expect(read({ somethingNew: { a: 1 }, filter: { openNow: true, newRule: 1 } })).toEqual({
      somethingNew: { a: 1 },
      filter: { openNow: true, newRule: 1 },
    });
  });

  it.each([null, 'text', 5, [1]])('is empty where %j stands in its place, and says so', (given) => {
    expect(readPickerConfig(given)).toEqual({ config: {}, problems: ['config: must be an object.'] });
  });

  it('is not fooled by names every object has', () => {
    const { config } = readPickerConfig(JSON.parse('{"__proto__":{"remember":true},"constructor":1}'));
    expect(config.remember).toBeUndefined();
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  });

  it.each([
    ['pl, cz', ['PL', 'CZ']],
    ['Poland', ['PL']],
    ['czechia,UK', ['CZ', 'GB']],
    ['United Kingdom, pl', ['GB', 'PL']],
    // Former ISO codes that share the country's name.
    ['Germany, Vietnam Serbia,uk', ['DE', 'VN', 'RS', 'GB']],
    ['Germany, Serbia, dd', ['DE', 'RS', 'DE']],
    ['France Poland', ['FR', 'PL']],
    ['Atlantis', ['ATLANTIS']],
  ])('understands country=%j', (country, countries) => {
    expect(readPickerConfig({ country }).config.countries).toEqual(countries);
  });

  it('leaves out and names a rule of the filter that says nothing, and keeps the others', () => {
    const good = { types: 'APM', reason: 'Too heavy for lockers.' };
    expect(
      readPickerConfig({ filter: { capabilities: 'CASH', rules: [{ ids: ['A'] }, good, 7, { label: 9 }] } }),
    ).toEqual({
      config: { filter: { capabilities: ['CASH'], rules: [{ ...good, types: ['APM'] }] } },
      problems: [
        'filter.rules.0: needs a reason or a label.',
        'filter.rules.2: is not a usable value.',
        'filter.rules.3: label is not a usable value.',
      ],
    });
    expect(readPickerConfig({ filter: { openNow: true, rules: 'none' } }).problems).toEqual([
      'filter: rules is not a usable value.',
    ]);
  });
});
