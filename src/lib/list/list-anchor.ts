import type { Position } from '#network/distance.ts';
import { isInView, isSamePlace } from '#network/nearest-in-view.ts';
import type { Bounds } from '#network/point-source.ts';

/** Inputs that decide from where a list's distances are measured. */
export interface AnchorQuestion {
  /** The place searched for, or the shopper's position. */
  from: Position | null;
  /** The centre of the map's viewport, and its bounding box. */
  middle: Position;
  bounds: Bounds;
  isOpen: boolean;
  /** Whether the map is still moving to where it was sent. */
  isMoving: boolean;
}

/** The position from which a list's distances are measured. Opening a point moves the map, but the list stays the same, also on the way back. */
export class ListAnchor {
  #anchor: Position | null = null;
  /**
   * Centre of the map when a point was last open; if the map was still moving to the point, where it came
   * to rest.
   */
  #leftAt: Position | null = null;
  #wasMoving = false;

  next(question: AnchorQuestion): Position {
    this.#anchor = this.#find(question);
    this.#wasMoving = question.isMoving;
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
    // The point was closed before the map had reached it.
    if (this.#leftAt !== null && this.#wasMoving) this.#leftAt = middle;
    if (this.#leftAt !== null && isSamePlace(this.#leftAt, middle) && isInView(bounds, anchor)) return anchor;
    this.#leftAt = null;
    return middle;
  }
}
