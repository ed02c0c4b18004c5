import type { PointDetails } from '../contract/point-details.ts';

/** `Rochusplatz 1, 1030 Wien`, without the street where that is the point's name already; empty when none is given. */
export function writeRowAddress({ name, street, postalCode, city }: PointDetails): string {
  const town = `${postalCode} ${city}`.trim();
  return [street === name ? '' : street, town].filter((part) => part !== '').join(', ');
}
