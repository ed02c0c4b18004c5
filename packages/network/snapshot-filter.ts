import { FACETS } from './snapshot-format/layout.ts';
import type { PointClass } from './snapshot-format/point-classes.ts';
import { type PointTest, rowsOfTable } from './block-rows.ts';
import type { Block } from './snapshot-format/block-table.ts';
import type { CellRows } from './cells.ts';
import { acceptClasses, type PointFilter } from './class-filter.ts';
import { checkFacetTable, filterBlocks } from './snapshot-format/facet-table.ts';
import { once } from '#async/once.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** The effects of a filter. */
export interface FilterState {
  /** Which points of a block match; null for all. */
  test: PointTest | null;
  /** Blocks with matching points. */
  table: CellRows;
}

export function createFilterStates(
  files: SnapshotFiles,
  blocks: readonly Block[],
  classes: readonly PointClass[],
) {
  const unfiltered: FilterState = { test: null, table: rowsOfTable(blocks) };
  const readFacets = once(async () => checkFacetTable(await files.readJson(FACETS), blocks, classes.length));

  return {
    unfiltered,
    /** Creates the state for a filter. Fetches `facets.json` when it is first needed. @throws AppError */
    async make(filter: PointFilter | null): Promise<FilterState> {
      if (filter === null) return unfiltered;
      const test = { accepts: acceptClasses(classes, filter), excludedIds: new Set(filter.excludedIds) };
      if (!test.accepts.includes(0)) return { ...unfiltered, test };
      return { test, table: rowsOfTable(filterBlocks(blocks, await readFacets(), test.accepts)) };
    },
  };
}
