type RowId = string | number;
/** Heights in pixels by the id of their row. */
type Heights = Readonly<Record<RowId, number>>;

/** Heights in pixels of rows that wrap their texts: as measured, and the least for rows that haven't been rendered yet. */
export class RowHeights {
  readonly #readIds: () => readonly RowId[];
  readonly #readLeast: () => number;
  #measured: Heights = $state.raw({});

  /** Start of each row, and the end of the last one. */
  readonly offsets: readonly number[] = $derived.by(() => {
    const least = this.#readLeast();
    let end = 0;
    return [0, ...this.#readIds().map((id) => (end += Math.max(least, this.#measured[id] ?? 0)))];
  });

  /**
   * @param readIds ids of all rows, in order
   * @param readLeast least height of a row
   */
  constructor(readIds: () => readonly RowId[], readLeast: () => number) {
    this.#readIds = readIds;
    this.#readLeast = readLeast;
  }

  /** Whether one of these heights is another than before. */
  differ(heights: Heights): boolean {
    return Object.entries(heights).some(([id, height]) => this.#measured[id] !== height);
  }

  /** Stores the heights of rendered rows. */
  store(heights: Heights): void {
    const all = { ...this.#measured, ...heights };
    const known = this.#readIds().flatMap((id) => (Object.hasOwn(all, id) ? [[id, all[id]!] as const] : []));
    this.#measured = Object.fromEntries(known);
  }
}
