import type { Point } from '#platform/point.ts';
import type { PointDetails } from '#contract/point-details.ts';
import type { Position } from '#network/distance.ts';
import type { StoredPoint } from '#network/point-source.ts';

/** State of a card: the item is loading, loaded, no longer in the list, or could not be read. */
export type CardContent =
  | { state: 'loading' }
  | { state: 'loaded'; point: Point; details: PointDetails }
  | { state: 'moved' }
  | { state: 'failed'; error: unknown };

/** Where alternatives are near: where the point was, the shopper's own position, the searched place, or the middle of the map. */
export interface Around extends Position {
  kind: 'point' | 'here' | 'place' | 'middle';
  /** false if distances from there are approximate. */
  exact?: boolean;
}

/**
 * A list to choose from: the points at one position, or the alternatives to a requested point that is
 * gone; no alternatives if it isn't known where to look for them.
 */
export type OpenedList =
  | { kind: 'stack'; points: readonly StoredPoint[] }
  | { kind: 'gone'; id: string; points: readonly StoredPoint[]; near: Around | null };

/** Focuses an element when it is mounted, without scrolling the page. */
export function focusOnMount(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}
