import type { PointDetails } from '../contract/point-details.ts';
import { writeAddress } from '../contract/write-address.ts';

/** `Rochusplatz 1, 1030 Wien`, without the street where that is the point's name already; empty when none is given. */
export function writeRowAddress({ name, street, ...place }: PointDetails): string {
  return writeAddress({ ...place, street: street === name ? '' : street });
}
