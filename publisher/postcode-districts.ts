import { foldPostcode } from '#network/snapshot-format/fold.ts';
import type { PlaceRow } from '#network/snapshot-format/table-rows.ts';
import { groupBy } from './group.ts';
import { findMedian } from './median.ts';
import { splitByPlace } from './place-spots.ts';
import { NO_PLACE } from './point-columns.ts';
import type { SortedPoints } from './sort-points.ts';

/** Countries whose people name the first part of a postcode by itself: its folded form, with the district as its first group. */
const DISTRICTS: Readonly<Record<string, RegExp>> = {
  GB: /^([a-z]{1,2}\d[a-z\d]?)\d[a-z]{2}$/, // SW1A 1AA
  IE: /^([ac-y]\d[\dw])[a-z\d]{4}$/, // D02 X285
  NL: /^(\d{4})[a-z]{2}$/, // 1012 AB
  PT: /^(\d{4})\d{3}$/, // 1000-001
};

/** Rows for the districts of postcodes, with the middle of their points: "3431" for 3431 AW and its neighbours. */
export function* makeDistrictRows({ points, rows }: SortedPoints): Generator<PlaceRow> {
  const { postcodes, placeLabels, latitudes, longitudes } = points;
  const districts = placeLabels.map(([kind, country, name]) => {
    const [, district] = (kind === 'postcode' && DISTRICTS[country]?.exec(foldPostcode(name))) || [];
    return district === undefined ? null : `${country}\0${district}`;
  });
  const used = new Set(rows.map((row) => postcodes[row]!));
  used.delete(NO_PLACE);
  const own = new Set(
    Array.from(used, (code) => placeLabels[code]!).map(
      ([, country, name]) => `${country}\0${foldPostcode(name)}`,
    ),
  );
  const groups = groupBy(rows, (row) => (postcodes[row] === NO_PLACE ? null : districts[postcodes[row]!]!));
  for (const [label, inDistrict] of groups) {
    if (own.has(label)) continue;
    const [country = '', district = ''] = label.split('\0');
    for (const spot of splitByPlace(inDistrict, points)) {
      const [latitude, longitude] = [findMedian(spot, latitudes), findMedian(spot, longitudes)];
      yield [district, district.toUpperCase(), 'postcode', country, latitude, longitude, spot.length];
    }
  }
}
