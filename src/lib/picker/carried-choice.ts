import { readPoint, type Point } from '#platform/point.ts';

/**
 * The point chosen on the locator, carried over to the broker's page. The two are separate documents, with possibly a login at another host in
 * between, which the tab's sessionStorage survives. An address would reveal the choice in histories and shared links, and there it means
 * "look at this point", not "this one is chosen".
 */
const KEY = 'droppoint.choice';

/** Does nothing if the storage is blocked or full. @param point null: the choice was cleared */
export function carryChoice(point: Point | null, storage = () => sessionStorage): void {
  try {
    if (point === null) storage().removeItem(KEY);
    else storage().setItem(KEY, JSON.stringify(point));
  } catch {
    // The user can choose it again.
  }
}

/** Reads and removes the carried choice. */
export function takeChoice(storage = () => sessionStorage): Point | null {
  try {
    const reading = readPoint(JSON.parse(storage().getItem(KEY) ?? 'null'));
    storage().removeItem(KEY);
    return 'point' in reading ? reading.point : null;
  } catch {
    return null;
  }
}
