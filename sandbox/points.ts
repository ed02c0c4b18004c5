const DEFAULT_PER_PAGE = 25;

/** Points in the order of the list, each as JSON text. */
export interface SandboxPoints {
  count: number;
  /** @param index 0 … count-1 */
  jsonAt: (index: number) => string;
}

/**
 * The current list: the source's points, with those inserted or removed at the front by drift faults, so that all others
 * shift between pages.
 */
export class MovedList {
  readonly #source: SandboxPoints;
  readonly #indexes = new Map<string, number>();
  #removedFromFront = 0;
  #inserted = 0;

  constructor(source: SandboxPoints) {
    this.#source = source;
  }

  get count(): number {
    return this.#inserted + this.#source.count - this.#removedFromFront;
  }

  /** Inserts points at the front. */
  insert(points: number): void {
    if (this.#source.count > 0) this.#inserted += points;
  }

  /** Removes points from the front, inserted ones first. */
  remove(points: number): void {
    const fromInserted = Math.min(points, this.#inserted);
    this.#inserted -= fromInserted;
    this.#removedFromFront = Math.min(this.#source.count, this.#removedFromFront + points - fromInserted);
  }

  /** The list without some points. */
  without(ids: readonly string[]): SandboxPoints {
    if (ids.length === 0) return this;
    const places = [...new Set(ids)]
      .map((id) => this.#indexOf(id))
      .filter((index) => index >= this.#removedFromFront)
      .map((index) => index - this.#removedFromFront + this.#inserted)
      .sort((a, b) => a - b);
    return {
      count: this.count - places.length,
      jsonAt: (place) => this.jsonAt(places.reduce((at, closed) => (closed <= at ? at + 1 : at), place)),
    };
  }

  /** Index of a point in the source; -1 if it has none. Searched for once: a request for a page must not read a million points. */
  #indexOf(id: string): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const written = JSON.stringify(id);
    let index = this.#source.count - 1;
    while (index >= 0 && !isAbout(this.#source.jsonAt(index), id, written)) index -= 1;
    this.#indexes.set(id, index);
    return index;
  }

  /** Undoes all changes. */
  restore(): void {
    this.#inserted = 0;
    this.#removedFromFront = 0;
  }

  /** @param place 0 … count-1 */
  jsonAt(place: number): string {
    if (place >= this.#inserted) return this.#source.jsonAt(place - this.#inserted + this.#removedFromFront);
    // An inserted point: a copy of another point with a unique id; the latest is first.
    const number = this.#inserted - place;
    const twin = JSON.parse(this.#source.jsonAt((number * 7_919) % this.#source.count)) as Record<
      string,
      unknown
    >;
    return JSON.stringify({ ...twin, id: `${String(twin.id)}-NEW${number}` });
  }
}

/** Whether an item has an id. Most items are told by their text, since parsing them all would take seconds. */
const isAbout = (json: string, id: string, written: string) =>
  json.includes(written) && (JSON.parse(json) as { id?: unknown }).id === id;

/**
 * One page of the list (docs/platform-api.md, chapter 2 "Points list") as JSON text.
 * Assumed: the parameters `page` and `perPage`, the default of 25, that invalid values count as absent. A page beyond
 * the end is empty; unknown parameters are ignored.
 */
export function makePage(list: SandboxPoints, query: URLSearchParams, maxPerPage: number): string {
  const page = readWholeNumber(query.get('page')) ?? 1;
  const perPage = Math.min(readWholeNumber(query.get('perPage')) ?? DEFAULT_PER_PAGE, maxPerPage);
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
