import type { Position } from '../network/distance.ts';
import { isInView, isSamePlace } from '../network/nearest-in-view.ts';
import type { Bounds } from '../network/point-source.ts';

/** What decides where a list's distances are counted from. */
export interface AnchorQuestion {
  /** The place searched for, or where the shopper is. */
  from: Position | null;
  /** The middle of the map's view, and its box. */
  middle: Position;
  bounds: Bounds;
  /** Whether a point lies open. */
  isOpen: boolean;
}

/** Where a list's distances are counted from: opening a point moves the map; the list that it was opened from stays, also for the way back. */
export class ListAnchor {
  #anchor: Position | null = null;
  /** Where the map was when a point was last open. */
  #leftAt: Position | null = null;

  next(question: AnchorQuestion): Position {
    this.#anchor = this.#find(question);
    return this.#anchor;
  }

  #find({ from, middle, bounds, isOpen }: AnchorQuestion): Position {
    const anchor = this.#anchor;
    if (from !== null) return from;
    if (anchor === null) return middle;
    if (isOpen) {
      this.#leftAt = middle;
      return anchor;
    }
    if (this.#leftAt !== null && isSamePlace(this.#leftAt, middle) && isInView(bounds, anchor)) return anchor;
    this.#leftAt = null;
    return middle;
  }
}
