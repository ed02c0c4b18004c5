import { describe, expect, it } from 'vitest';
import { byDimension } from '#contract/filter-dimensions.ts';
import { nameUnknownSettings } from '../../../src/lib/picker/unknown-settings.ts';

const TOTALS = {
  ...byDimension('list', () => new Map<string, number>()),
  countries: new Map([
    ['PL', 3],
    ['DE', 2],
  ]),
  types: new Map([
    ['PUDO', 1],
    ['APM', 4],
  ]),
  locationTypes: new Map([['', 5]]),
};

describe('settings with values that the network lacks', () => {
  it('unknown values are named, with the existing ones', () => {
    const config = { countries: ['PL', 'ATLANTIS'], pointTypes: ['locker'], locationTypes: ['INDOOR'] };
    expect(nameUnknownSettings(config, TOTALS)).toEqual([
      'countries: the network has no points with ATLANTIS; it has DE, PL.',
      'pointTypes: the network has no points with locker; it has APM, PUDO.',
      'locationTypes: the network has no points with INDOOR; it has none.',
    ]);
  });

  it('known values give no message', () => {
    expect(nameUnknownSettings({ countries: ['PL'], pointTypes: [] }, TOTALS)).toEqual([]);
  });
});
