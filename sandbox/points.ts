const DEFAULT_PER_PAGE = 25;

/** Points in the order of the list, each as JSON text. */
export interface SandboxPoints {
  count: number;
  /** @param index 0 … count-1 */
  jsonAt: (index: number) => string;
}

/** All points, open and closed, from which the list is made. */
export interface SandboxPointSource extends SandboxPoints {
  itemAt: (index: number) => unknown;
  /** Returns an item's id, cheaper than the item; undefined if it has none. */
  idAt: (index: number) => string | undefined;
}

/**
 * The current list: the source's points, with those inserted or removed at the front by drift faults, so that all others
 * shift between pages.
 */
export class MovedList {
  readonly source: SandboxPointSource;
  /** Indexes by id, created when the first id is looked up. */
  #indexes: Map<string, number> | undefined;
  #removedFromFront = 0;
  #inserted = 0;

  constructor(source: SandboxPointSource) {
    this.source = source;
  }

  get count(): number {
    return this.#inserted + this.source.count - this.#removedFromFront;
  }

  /** Inserts points at the front. */
  insert(points: number): void {
    if (this.source.count > 0) this.#inserted += points;
  }

  /** Removes points from the front, inserted ones first. */
  remove(points: number): void {
    const fromInserted = Math.min(points, this.#inserted);
    this.#inserted -= fromInserted;
    this.#removedFromFront = Math.min(this.source.count, this.#removedFromFront + points - fromInserted);
  }

  /** Returns the list without some points. */
  without(ids: readonly string[]): SandboxPoints {
    if (ids.length === 0) return this;
    const places = [...new Set(ids)]
      .map((id) => this.indexOf(id))
      .filter((index) => index >= this.#removedFromFront)
      .map((index) => index - this.#removedFromFront + this.#inserted)
      .sort((a, b) => a - b);
    return {
      count: this.count - places.length,
      jsonAt: (place) => this.jsonAt(places.reduce((at, closed) => (closed <= at ? at + 1 : at), place)),
    };
  }

  /** Returns some points of the source, without those that drift has removed. @param indexes in the source */
  only(indexes: readonly number[]): SandboxPoints {
    const left = indexes.filter((index) => index >= this.#removedFromFront);
    return { count: left.length, jsonAt: (place) => this.source.jsonAt(left[place]!) };
  }

  /** Whether a point is in the list now. */
  has(id: string): boolean {
    return this.indexOf(id) >= this.#removedFromFront;
  }

  /** Finds the index of a point in the source; -1 if there is no such point. */
  indexOf(id: string): number {
    if (this.#indexes === undefined) {
      this.#indexes = new Map();
      // Start from the end, so that the first of two points with the same id wins.
      for (let index = this.source.count - 1; index >= 0; index--) {
        const indexedId = this.source.idAt(index);
        if (indexedId !== undefined) this.#indexes.set(indexedId, index);
      }
    }
    return this.#indexes.get(id) ?? -1;
  }

  /** Undoes all changes. */
  restore(): void {
    this.#inserted = 0;
    this.#removedFromFront = 0;
  }

  /** @param place 0 … count-1 */
  jsonAt(place: number): string {
    if (place >= this.#inserted) return this.source.jsonAt(place - this.#inserted + this.#removedFromFront);
    // Make an inserted point: a copy of another point with a unique id; the latest comes first.
    const number = this.#inserted - place;
    const twin = this.source.itemAt((number * 7_919) % this.source.count) as { id: unknown };
    return JSON.stringify({ ...twin, id: `${String(twin.id)}-NEW${number}` });
  }
}

/**
 * Makes one page of the list (docs/platform-api.md, chapter 2 "Points list") as JSON text.
 * We assume the parameters `page` and `perPage` (or `limit`), a default of 25, and that invalid values count as absent.
 * A page beyond the end is empty; unknown parameters are ignored.
 */
export function makePage(list: SandboxPoints, query: URLSearchParams, maxPerPage: number): string {
  const page = readWholeNumber(query.get('page')) ?? 1;
  const perPage = Math.min(
    readWholeNumber(query.get('perPage')) ?? readWholeNumber(query.get('limit')) ?? DEFAULT_PER_PAGE,
    maxPerPage,
  );
  const { count } = list;
  const items: string[] = [];
  const end = Math.min(page * perPage, count);
  for (let place = (page - 1) * perPage; place < end; place += 1) items.push(list.jsonAt(place));
  const totalPages = Math.ceil(count / perPage);
  return `{"count":${count},"page":${page},"perPage":${perPage},"totalPages":${totalPages},"items":[${items.join(',')}]}`;
}

function readWholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
