import type { Point } from '../contract/point.ts';
import type { PointDetails } from '../contract/point-details.ts';
import type { Position } from '../network/distance.ts';
import type { StoredPoint } from '../network/point-source.ts';

/** What a card shows: the item is on its way, there, no longer in the list, or could not be read. */
export type CardContent =
  | { state: 'loading' }
  | { state: 'loaded'; point: Point; details: PointDetails }
  | { state: 'moved' }
  | { state: 'failed'; error: unknown };

/** A list to choose from: the points at one spot, or those nearest to one that was asked for and is gone. */
export type OpenedList =
  | { kind: 'stack'; points: readonly StoredPoint[] }
  | { kind: 'gone'; id: string; points: readonly StoredPoint[]; near: Position };

/** Takes the keyboard's focus to an element when it appears, without scrolling the page. */
export function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}
