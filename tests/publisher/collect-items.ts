import { readPoint } from '#platform/point.ts';
import { type PointColumns, PointTable } from '../../publisher/point-table.ts';

/** Collects the points of a list of one page. Each point's offset is the item's position in `items`. */
export function collectItems(items: readonly unknown[]): PointColumns {
  const table = new PointTable();
  for (const [index, item] of items.entries()) {
    const place = { pass: 1, page: 1, index, position: index + 1 };
    table.take(readPoint(item), place, { offset: index, length: 1 });
  }
  return table.finish();
}
