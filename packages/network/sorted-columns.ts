import { unitX, unitY } from './snapshot-format/mercator.ts';
import { mortonKey } from './snapshot-format/morton.ts';
import { makeColumns, type SortedColumns } from './columns.ts';
import type { Position } from './distance.ts';
import { sortOrder } from './sort-order.ts';

export const NO_COLUMNS = makeColumns(new Float64Array(0), new Uint32Array(0));

/** Sorts the records of the given slots. */
export function sortColumns(slots: readonly number[], positionOf: (slot: number) => Position): SortedColumns {
  const keys = Float64Array.from(slots, (slot) => {
    const { latitude, longitude } = positionOf(slot);
    return mortonKey(unitX(longitude), unitY(latitude));
  });
  return pickRows(keys, slots, sortOrder(keys));
}

/** Merges two sets of columns; for equal keys, the rows of the first come first. */
export function mergeColumns(first: SortedColumns, second: SortedColumns): SortedColumns {
  const keys = new Float64Array(first.length + second.length);
  const slots = new Uint32Array(keys.length);
  let a = 0;
  let b = 0;
  for (let at = 0; at < keys.length; at++) {
    const takesFirst = b === second.length || (a < first.length && first.keys[a]! <= second.keys[b]!);
    const columns = takesFirst ? first : second;
    const row = takesFirst ? a++ : b++;
    keys[at] = columns.keys[row]!;
    slots[at] = columns.slots[row]!;
  }
  return makeColumns(keys, slots);
}

/** Copies the columns without the given slots. */
export function withoutSlots({ keys, slots }: SortedColumns, gone: ReadonlySet<number>): SortedColumns {
  const rows = slots.map((_, row) => row).filter((row) => !gone.has(slots[row]!));
  return pickRows(keys, slots, rows);
}

function pickRows(keys: Float64Array, slots: ArrayLike<number>, rows: Uint32Array): SortedColumns {
  return makeColumns(
    new Float64Array(rows).map((row) => keys[row]!),
    rows.map((row) => slots[row]!),
  );
}
