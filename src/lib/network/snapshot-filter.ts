import type { SnapshotManifest } from '../contract/snapshot.ts';
import { type PointTest, rowsOfTable } from './block-rows.ts';
import type { Block } from './block-table.ts';
import type { CellRows } from './cells.ts';
import { acceptClasses, type PointFilter } from './class-filter.ts';
import { checkFacetTable, type FacetTable, filterBlocks } from './facet-table.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** What counts at the moment. */
export interface FilterState {
  /** Which points of a block count; null for all. */
  test: PointTest | null;
  /** Blocks with points that count. */
  table: CellRows;
}

/** Makes the state for a filter. `facets.json` is fetched for the first one. @throws AppError */
export type MakeFilterState = (filter: PointFilter | null) => Promise<FilterState>;

export function createFilterStates(
  files: SnapshotFiles,
  blocks: readonly Block[],
  classes: SnapshotManifest['facets'],
): { unfiltered: FilterState; make: MakeFilterState } {
  const unfiltered: FilterState = { test: null, table: rowsOfTable(blocks) };
  let facets: Promise<FacetTable> | null = null;

  function readFacets(): Promise<FacetTable> {
    facets ??= files
      .readJson('facets.json')
      .then((json) => checkFacetTable(json, blocks, classes.length))
      .catch((error: unknown) => {
        facets = null;
        throw error;
      });
    return facets;
  }

  return {
    unfiltered,
    async make(filter) {
      if (filter === null) return unfiltered;
      const test = { accepts: acceptClasses(classes, filter), excludedIds: new Set(filter.excludedIds) };
      if (!test.accepts.includes(0)) return { ...unfiltered, test };
      return { test, table: rowsOfTable(filterBlocks(blocks, await readFacets(), test.accepts)) };
    },
  };
}
