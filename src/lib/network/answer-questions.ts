import { AppError } from '#platform/errors.ts';
import type { SnapshotManifest } from '../snapshot-format/manifest.ts';
import type { Block } from '../snapshot-format/block-table.ts';
import type { BlockLoader } from './block-loader.ts';
import type { PointTest } from './block-rows.ts';
import type { Position } from './distance.ts';
import type { TablePages } from '#search/tables/paged-table.ts';
import { once } from './once.ts';
import { findNearest } from './nearest.ts';
import type { PointSource } from './point-source.ts';
import type { Questions } from './questions.ts';
import { createItemReader } from './read-items.ts';
import type { LoadedBlock } from './snapshot-blocks.ts';
import { type SnapshotFiles, unlessAborted } from './snapshot-files.ts';
import type { createFilterStates, FilterState } from './snapshot-filter.ts';

/** A published network, as far as it was read for its map. */
export interface ReadNetwork {
  files: SnapshotFiles;
  manifest: SnapshotManifest;
  blocks: readonly Block[];
  loader: BlockLoader<LoadedBlock>;
  source: PointSource;
  filters: ReturnType<typeof createFilterStates>;
  /** The filter in force. */
  filter: () => FilterState;
  /** Number of points by country. */
  countries: () => ReadonlyMap<string, number>;
  /** Of each table of names, if more than one person searches. */
  pagesKept?: TablePages | undefined;
}

/**
 * Answers questions about points: from the blocks of the map (the nearest, a known id), from the items, and from tables of ids and
 * names. Loaded with the first question, since the first pins need none of it; the tables' readers come with the first that needs one.
 */
export function createAnswers(network: ReadNetwork): Questions {
  const { files, manifest, blocks, loader, source, filters } = network;
  const readItemAt = createItemReader(files, manifest);
  const openLookUps = once(async () =>
    (await import('#search/tables/open-tables.ts')).createLookUps(network, readNearest),
  );

  /** Queries the tables of ids and names. @throws AppError `aborted`, or any error of opening or querying them */
  function ask<Answer>(
    question: (lookUps: Awaited<ReturnType<typeof openLookUps>>) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return unlessAborted(openLookUps().then(question), signal);
  }
  const findOrdinal = (id: string, signal?: AbortSignal) => ask(({ ids }) => ids.findOrdinal(id), signal);

  /** @returns null for a block that can't be loaded */
  async function loadRows(index: number, test: PointTest | null, signal: AbortSignal | undefined) {
    try {
      return (await loader.load(index, signal)).rowsFor(test);
    } catch (error) {
      if (signal?.aborted) throw error;
      return null;
    }
  }

  async function readNearest(position: Position) {
    const { table, test } = filters.unfiltered;
    const load = (index: number) => loadRows(index, test, undefined);
    const [nearest] = (await findNearest(table, load, position, 1)).points;
    return nearest === undefined ? null : readItemAt(nearest.point.place, nearest.point.id);
  }

  return {
    async nearest(position, amount, { filter, signal } = {}) {
      const making = filter === undefined ? Promise.resolve(network.filter()) : filters.make(filter);
      const { table, test } = await unlessAborted(making, signal);
      return findNearest(table, (index) => loadRows(index, test, signal), position, amount);
    },
    async findById(id, signal) {
      const known = source.find(id);
      if (known !== null) return known;
      // Without a connection the tables can't be asked, but the map may have loaded the point meanwhile.
      const ordinal = await findOrdinal(id, signal).catch((error: unknown) => {
        if (signal?.aborted === true || source.find(id) === null) throw error;
      });
      if (ordinal === undefined) return source.find(id);
      if (ordinal === null) return null;
      const block = blocks.findLast(({ start }) => start <= ordinal);
      const loaded = block && (await loader.load(block.index, signal));
      const slot = ordinal - (block?.start ?? 0);
      if (loaded?.ids[slot] === id) return loaded.read(slot);
      throw new AppError('malformed', 'The table of ids leads to another point.', { problems: ['ids'] });
    },
    async readItem({ id, place }, signal) {
      const item = await unlessAborted(readItemAt(place, id), signal);
      if (item !== null) return item;
      const ordinal = await findOrdinal(id, signal);
      return ordinal === null || ordinal === place ? null : unlessAborted(readItemAt(ordinal, id), signal);
    },
    findIds: (beginning, limit, signal) => ask(({ ids }) => ids.findIds(beginning, limit), signal),
    findPlaces: (query, limit, signal, countries = []) =>
      ask(({ places }) => places.find(query, limit, countries), signal),
    findCalled: (name, countries, signal) => ask(({ places }) => places.findCalled(name, countries), signal),
    findWritten: (name, countries, signal) =>
      ask(({ places }) => places.findWritten(name, countries), signal),
    findNearPostcodes: (postcode, countries, signal) =>
      ask(({ places }) => places.findNearPostcodes(postcode, countries), signal),
    countryNames: (signal) => ask((lookUps) => lookUps.countryNames(), signal),
    largestCities: (limit, countries, signal) =>
      ask((lookUps) => lookUps.largestCities(limit, countries), signal),
    findNames: (question, signal) => ask((lookUps) => lookUps.findNames(question), signal),
    findStreets: (question, signal) => ask((lookUps) => lookUps.findStreets(question), signal),
  };
}
