import { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import type { BlockLoader } from './block-loader.ts';
import type { PointTest } from './block-rows.ts';
import type { Position } from './distance.ts';
import type { TablePages } from '#search/tables/paged-table.ts';
import { findNearest, type NearestPoints } from './nearest.ts';
import type { NearestOptions } from './point-network.ts';
import { once } from '#async/once.ts';
import type { StoredPoint } from './point-source.ts';
import { createItemReader } from './read-items.ts';
import type { VersionParts } from './read-version.ts';
import type { LoadedBlock } from './snapshot-blocks.ts';
import type { createFilterStates, FilterState } from './snapshot-filter.ts';

/** A version as the map has loaded it so far. */
export interface DrawnVersion {
  parts: VersionParts;
  loader: BlockLoader<LoadedBlock>;
  filters: ReturnType<typeof createFilterStates>;
  drawn: FilterState;
  find(id: string): StoredPoint | null;
}

export type PointReader = ReturnType<typeof createPointReader>;

/**
 * Reads points from the blocks of the map, and their items. Loaded with the first question, since the first pins need none; the
 * tables of ids and names are opened with the first look-up.
 */
export function createPointReader(version: DrawnVersion, tablePages: TablePages | undefined) {
  const { parts, loader, filters } = version;
  const readItemAt = createItemReader(parts.files, parts.manifest);
  const lookUps = once(async () =>
    (await import('#search/tables/open-tables.ts')).createLookUps(parts, readNearest, tablePages),
  );
  const findOrdinal = async (id: string) => (await lookUps()).ids.findOrdinal(id);

  /** @returns null for a block that can't be loaded @throws AppError `aborted`, by the caller or as the version was closed */
  async function loadRows(index: number, test: PointTest | null, signal: AbortSignal | undefined) {
    try {
      return (await loader.load(index, signal)).rowsFor(test);
    } catch (error) {
      if (error instanceof AppError && error.code === 'aborted') throw error;
      return null;
    }
  }

  async function nearest(
    position: Position,
    amount: number,
    { filter, signal }: NearestOptions = {},
  ): Promise<NearestPoints> {
    const { table, test } = filter === undefined ? version.drawn : await filters.make(filter);
    return findNearest(table, (index) => loadRows(index, test, signal), position, amount);
  }

  async function readNearest(position: Position): Promise<Point | null> {
    const [near] = (await nearest(position, 1, { filter: null })).points;
    return near === undefined ? null : readItemAt(near.point.place, near.point.id);
  }

  return {
    lookUps,
    nearest,

    async findById(id: string, signal?: AbortSignal): Promise<StoredPoint | null> {
      const known = version.find(id);
      if (known !== null) return known;
      // Without a connection the tables can't be asked, but the map may have loaded the point meanwhile.
      const ordinal = await findOrdinal(id).catch((error: unknown) => {
        if (version.find(id) === null) throw error;
      });
      if (ordinal === undefined) return version.find(id);
      if (ordinal === null) return null;
      const block = parts.blocks.findLast(({ start }) => start <= ordinal);
      const loaded = block && (await loader.load(block.index, signal));
      const slot = ordinal - (block?.start ?? 0);
      if (loaded?.ids[slot] === id) return loaded.read(slot);
      throw new AppError('malformed', 'The table of ids leads to another point.', { problems: ['ids'] });
    },

    async readItem({ id, place }: Pick<StoredPoint, 'id' | 'place'>): Promise<Point | null> {
      const item = await readItemAt(place, id);
      if (item !== null) return item;
      const ordinal = await findOrdinal(id);
      return ordinal === null || ordinal === place ? null : readItemAt(ordinal, id);
    },
  };
}
