import type { Point } from '../lib/contract/point.ts';

/** Name and address of the chosen point, a line each; the bare id while no more is known. */
export function describeChosen(id: string, point: Point | null): string {
  const { street, buildingNumber, postalCode, city } = (point?.['address'] ?? {}) as Record<string, unknown>;
  return [[point?.['displayName'] ?? id], [street, buildingNumber], [postalCode, city]]
    .map((parts) => parts.filter((part) => typeof part === 'string').join(' '))
    .filter(Boolean)
    .join('\n');
}
