import { describe, expect, it } from 'vitest';
import { readPickerConfig } from '#contract/picker-config.ts';

const read = (given: unknown) => readPickerConfig(given).config;

describe('Config of a picker', () => {
  it('lists may be arrays or texts as in attributes', () => {
    expect(read({ countries: ['pl', ' CZ '] })).toEqual({ countries: ['PL', 'CZ'] });
    expect(read({ countries: 'pl, cz', excludeIds: 'PL_A b' })).toEqual({
      countries: ['PL', 'CZ'],
      excludeIds: ['PL_A', 'b'],
    });
  });

  it('numbers may be numbers or texts', () => {
    expect(read({ latitude: '52.2', longitude: 21, zoom: '14' })).toEqual({
      latitude: 52.2,
      longitude: 21,
      zoom: 14,
    });
  });

  it('an invalid value is omitted and named, and the rest is kept', () => {
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

  it('an invalid value is not quoted, because it may be an address', () => {
    expect(readPickerConfig({ address: { street: 'Secret 1' } }).problems.join()).not.toContain('Secret');
  });

  it('empty values count as absent', () => {
    expect(readPickerConfig({ city: '', value: null, zoom: undefined, latitude: '' })).toEqual({
      config: {},
      problems: [],
    });
  });

  it('unknown keys of newer versions are kept', () => {
    expect(read({ somethingNew: { a: 1 }, filter: { openNow: true, newRule: 1 } })).toEqual({
      somethingNew: { a: 1 },
      filter: { openNow: true, newRule: 1 },
    });
  });

  it.each([null, 'text', 5, [1]])('%j instead of a config is reported and gives an empty config', (given) => {
    expect(readPickerConfig(given)).toEqual({ config: {}, problems: ['config: must be an object.'] });
  });

  it('names that every object has are handled as unknown keys', () => {
    const { config } = readPickerConfig(JSON.parse('{"__proto__":{"remember":true},"constructor":1}'));
    expect(config.remember).toBeUndefined();
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  });

  it.each([
    ['pl, cz', ['PL', 'CZ']],
    ['Poland', ['PL']],
    ['czechia,UK', ['CZ', 'GB']],
    ['United Kingdom, pl', ['GB', 'PL']],
    // Former ISO codes with the same country name.
    ['Germany, Vietnam Serbia,uk', ['DE', 'VN', 'RS', 'GB']],
    ['Germany, Serbia, dd', ['DE', 'RS', 'DE']],
    ['France Poland', ['FR', 'PL']],
    ['Atlantis', ['ATLANTIS']],
  ])('country=%j is understood', (country, countries) => {
    expect(readPickerConfig({ country }).config.countries).toEqual(countries);
  });

  it('a filter rule without effect is omitted and named, and the others are kept', () => {
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
