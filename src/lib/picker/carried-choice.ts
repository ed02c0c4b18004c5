import { readPoint, type Point } from '../contract/point.ts';

/**
 * The point chosen on the locator, on its way to the broker's page. Both are documents of their own, and between them may lie a login at another
 * host. In the tab's storage it survives that; an address would tell it to histories and to whom a link is sent, and means "look at this
 * point" there, not "this one is chosen".
 */
const KEY = 'droppoint.choice';

/** Where the storage is blocked or full, nothing is carried and nothing fails. @param point null: the choice was taken back */
export function carryChoice(point: Point | null, storage = () => sessionStorage): void {
  try {
    if (point === null) storage().removeItem(KEY);
    else storage().setItem(KEY, JSON.stringify(point));
  } catch {
    // It can be chosen again.
  }
}

/** Takes what was carried, once. */
export function takeChoice(storage = () => sessionStorage): Point | null {
  try {
    const reading = readPoint(JSON.parse(storage().getItem(KEY) ?? 'null'));
    storage().removeItem(KEY);
    return 'point' in reading ? reading.point : null;
  } catch {
    return null;
  }
}
