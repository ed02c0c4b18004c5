import { MAX_PAGES, type ItemPlace } from '#platform/walk-points.ts';
import { idOf, type PointReading, type RejectedItem } from '#platform/point.ts';
import { sortOrder } from '#network/sort-order.ts';
import { PointColumnWriter, type PointColumns, type TextPlace } from './point-columns.ts';

/** More than the passes of a walk, and more than the items of a page, which has at most 8 MB. */
const [PASSES, ITEMS_OF_PAGE] = [8, 2 ** 24];

/** A number that is smaller for an item that counts more: of a newer pass, then earlier in the list. */
const rankOf = ({ pass, page, index }: Omit<ItemPlace, 'position'>) =>
  ((PASSES - pass) * MAX_PAGES + page) * ITEMS_OF_PAGE + index;
const passOf = (rank: number) => PASSES - Math.floor(rank / ITEMS_OF_PAGE / MAX_PAGES);

/**
 * Collects the points of a list while it is read. Of the items with one id, the first in the list of the newest pass counts,
 * except that a valid item beats an invalid one of the same pass. So the result doesn't depend on the order in which pages arrive.
 */
export class PointTable {
  readonly #columns = new PointColumnWriter();
  readonly #rowOfId = new Map<string, number>();
  /** By row. */
  readonly #ranks: number[] = [];
  readonly #rejected = new Map<string, { item: RejectedItem; rank: number }>();
  #newestPass = 0;
  /** Number of items of the newest pass that have an id, and the items that have none. */
  #identified = 0;
  #nameless: RejectedItem[] = [];

  /** Takes an item. @param text where its JSON text is in the log */
  take(reading: PointReading, place: ItemPlace, text: TextPlace): void {
    if (place.pass > this.#newestPass) {
      this.#newestPass = place.pass;
      this.#identified = 0;
      this.#nameless = [];
    }
    const id = idOf(reading);
    const rank = rankOf(place);
    if (id !== null) this.#identified++;
    if ('point' in reading) {
      const row = this.#rowOfId.get(reading.point.id) ?? this.#ranks.length;
      if (rank >= this.#ranks[row]!) return;
      this.#rowOfId.set(reading.point.id, row);
      this.#ranks[row] = rank;
      this.#columns.write(row, reading.point, text);
    } else if (id === null) {
      // Without an id we can't match it with its copy in another pass.
      const problem = `${reading.rejected.problem} (number ${place.position} of the list)`;
      this.#nameless.push({ ...reading.rejected, problem });
    } else if (rank < (this.#rejected.get(id)?.rank ?? Infinity)) {
      this.#rejected.set(id, { item: reading.rejected, rank });
    }
  }

  /** Returns the points in the order of the list. @param gone ids to leave out */
  finish(gone: ReadonlySet<string> = new Set()): PointColumns {
    const ids = [...this.#rowOfId.keys()];
    const ranks = this.#ranks;
    const isListed = (row: number) => {
      const rejected = this.#rejected.get(ids[row]!);
      const isOutdated = rejected !== undefined && passOf(rejected.rank) > passOf(ranks[row]!);
      return !isOutdated && !gone.has(ids[row]!);
    };
    const rows = sortOrder(Float64Array.from(ranks)).filter(isListed);
    const rejected = [...this.#rejected].filter(([id, { rank }]) => {
      const row = this.#rowOfId.get(id);
      return row === undefined || (rank < ranks[row]! && !gone.has(id));
    });
    const used = [...Array.from(rows, (row) => ranks[row]!), ...rejected.map(([, { rank }]) => rank)];
    const usedOfNewest = used.filter((rank) => passOf(rank) === this.#newestPass).length;
    return {
      ...this.#columns.read(rows),
      ids: Array.from(rows, (row) => ids[row]!),
      rejected: [...rejected.map(([, { item }]) => item), ...this.#nameless],
      repeated: this.#identified - usedOfNewest,
    };
  }
}
