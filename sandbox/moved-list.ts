import type { SandboxPoints } from './points.ts';

/**
 * The list as it stands now: the source's points, or, once a drift fault has struck, the same list with points gone
 * from or come to its front, so that everything behind shifts from page to page.
 */
export class MovedList {
  readonly #source: SandboxPoints;
  #removedFromFront = 0;
  #inserted = 0;

  constructor(source: SandboxPoints) {
    this.#source = source;
  }

  get count(): number {
    return this.#inserted + this.#source.count - this.#removedFromFront;
  }

  /** Puts new points in front of all others. */
  insert(points: number): void {
    if (this.#source.count > 0) this.#inserted += points;
  }

  /** Takes points away from the front, inserted ones first. */
  remove(points: number): void {
    const fromInserted = Math.min(points, this.#inserted);
    this.#inserted -= fromInserted;
    this.#removedFromFront = Math.min(this.#source.count, this.#removedFromFront + points - fromInserted);
  }

  /** The source's own list again. */
  restore(): void {
    this.#inserted = 0;
    this.#removedFromFront = 0;
  }

  /** @param place 0 … count-1 */
  jsonAt(place: number): string {
    if (place >= this.#inserted) return this.#source.jsonAt(place - this.#inserted + this.#removedFromFront);
    // A point that came: a neighbour's twin under an id nothing else has; the newest stands first.
    const number = this.#inserted - place;
    const twin = JSON.parse(this.#source.jsonAt((number * 7_919) % this.#source.count)) as Record<
      string,
      unknown
    >;
    return JSON.stringify({ ...twin, id: `${String(twin.id)}-NEW${number}` });
  }
}
