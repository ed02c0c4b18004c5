import { describe, expect, it } from 'vitest';
import { NO_RULES } from '#filter/point-rules.ts';
import { readBrowsing, writeBrowsing, type Browsing } from '../../../src/lib/picker/browsing.ts';

const NOTHING: Browsing = { view: null, text: '', from: null, rules: NO_RULES, pointId: null };
const EVERYTHING: Browsing = {
  view: { latitude: 52.2297, longitude: 21.0122, zoom: 14 },
  text: 'Aleje Jerozolimskie & Co, 00-001',
  from: { latitude: 52.23, longitude: 21.01, exact: true },
  rules: {
    ...NO_RULES,
    types: ['APM', 'PUDO'],
    countries: ['PL'],
    capabilities: ['parcel collect'],
    openSaturday: true,
    openNow: true,
  },
  pointId: 'PL/1?&#',
};
const read = (query: string) => readBrowsing(new URLSearchParams(query));

describe('the picker’s state in an address', () => {
  it.each([
    ['nothing', NOTHING],
    ['everything', EVERYTHING],
    ['distances that are approximate', { ...NOTHING, from: { ...EVERYTHING.from!, exact: false } }],
  ])('the state survives a round trip through the address: %s', (_what, browsing) => {
    expect(read(writeBrowsing(browsing, new URLSearchParams()))).toEqual(browsing);
  });

  it('other parameters are preserved, and own parameters are removed once they no longer apply', () => {
    const full = writeBrowsing(EVERYTHING, new URLSearchParams('utm_source=mail&language=de'));
    expect(writeBrowsing(NOTHING, new URLSearchParams(full))).toBe('utm_source=mail&language=de');
  });

  it.each(['latitude=91&longitude=1', 'from=x', 'from=1', 'from=91,0', 'opening=never', 'point=', 'zoom=4'])(
    'an invalid parameter is ignored: %s',
    (query) => expect(read(query)).toEqual(NOTHING),
  );
});
