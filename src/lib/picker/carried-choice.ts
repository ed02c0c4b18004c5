import { readPoint, type Point } from '#platform/point.ts';
import type { OfferedPoint } from './picker-events.ts';

/**
 * Storage key of the point chosen on the locator, which survives a reload and is carried over to
 * the broker's page. The two are separate documents, with possibly a login at another host in
 * between, which the tab's sessionStorage survives. An address would reveal the choice in histories
 * and shared links, and in an address a point means "look at this point", not "this one is chosen".
 */
const KEY = 'droppoint.choice';

/** Does nothing if the storage is blocked or full. @param point null: the choice was cleared */
export function storeChoice(point: OfferedPoint | null, storage = () => sessionStorage): void {
  try {
    if (point === null) return storage().removeItem(KEY);
    // The distances of several points would reveal the position from which they are measured, which
    // may be the device's.
    const { distanceMetres: _, ...item } = point;
    storage().setItem(KEY, JSON.stringify(item));
  } catch {
    // The user can choose it again.
  }
}

/** Reads the carried choice. */
export function readChoice(storage = () => sessionStorage): Point | null {
  try {
    const reading = readPoint(JSON.parse(storage().getItem(KEY) ?? 'null'));
    return 'point' in reading ? reading.point : null;
  } catch {
    return null;
  }
}

/** Reads and removes the carried choice. */
export function takeChoice(storage = () => sessionStorage): Point | null {
  const point = readChoice(storage);
  storeChoice(null, storage);
  return point;
}
