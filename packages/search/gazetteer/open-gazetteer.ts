import { AppError } from '#platform/errors.ts';
import {
  STREETS_FOLDER,
  streetsManifestSchema,
  type StreetsArea,
  type StreetsManifest,
} from '#contract/streets.ts';
import { distanceToBoxMetres } from '#network/distance.ts';
import { type ReadCache, once, oncePerKey } from '#async/once.ts';
import { createSnapshotFiles, unlessAborted, type SnapshotFiles } from '#network/snapshot-files.ts';
import { latitudeAt, longitudeAt, WORLD } from '#network/snapshot-format/mercator.ts';
import { LINE, readVectorTile, TileError } from '#network/vector-tile/read-vector-tile.ts';
import {
  GAZETTEER_FORMAT,
  GAZETTEER_INDEX,
  gazetteerPage,
  PLACE_KINDS,
  readIndex,
  readPage,
} from './format.ts';
import { rankMatch } from '../rank.ts';
import type { GazetteerMatch, GazetteerQuestion } from '../question.ts';
import { foldStreetName } from '../names.ts';
import {
  makeLine,
  placeInStreet,
  readHouses,
  type DrawnStreet,
  type HouseNumber,
  type HousePlace,
  type HouseTile,
  type MappedStreet,
  type NearHouse,
} from '../place-house.ts';
import { describeRemaining, type RowMatch, searchArea, spotOf } from './search-area.ts';
import { openTableFiles } from '../tables/paged-table.ts';

export interface Gazetteer {
  /** Matches, the likeliest first; empty if no streets are published. @throws AppError */
  find(question: GazetteerQuestion, signal?: AbortSignal): Promise<GazetteerMatch[]>;
  /**
   * Finds the house that was asked for, or the middle of a street, place or landmark.
   * @throws AppError of reading tiles
   */
  place(match: GazetteerMatch): Promise<HousePlace>;
  /** Reads a tile of the map. @throws AppError, TileError */
  readTile(area: StreetsArea, x: number, y: number): Promise<HouseTile>;
}

export interface GazetteerOptions {
  /** Of the streets' folder. */
  files: SnapshotFiles;
  /**
   * Reads the streets' manifest; null without streets. Default: that of the folder.
   * @throws AppError
   */
  readManifest?: ReadManifest;
  /** Keeps parsed files beyond this gazetteer. */
  cache?: ReadCache;
}

/** @param cache `reload`: the one that was read last is out of date */
type ReadManifest = (cache: 'force-cache' | 'reload') => Promise<StreetsManifest | null>;

/** Parsed files that a page keeps: an index, pages of 512 rows, tiles with house numbers. */
const MAX_FILES = 16;
/** Areas searched for a question, the nearest first: each costs up to three files. */
const MAX_AREAS = 3;

/** Opens the gazetteers of the published streets. Nothing is read before the first question. */
export function openGazetteer({
  files,
  readManifest = (cache) => readManifestFile(files, cache),
  cache: cacheParsed = cacheInPage(),
}: GazetteerOptions): Gazetteer {
  // The map has just read it: its copy is as good.
  let openAreas = once(() => readAreas('force-cache'));

  /**
   * @returns none if there are no streets, or of a format that is unknown here;
   * @throws AppError
   */
  async function readAreas(cache: 'force-cache' | 'reload'): Promise<StreetsArea[]> {
    const manifest = await readManifest(cache);
    return (manifest?.areas ?? []).filter(({ search }) => search?.format === GAZETTEER_FORMAT);
  }

  async function findIn(area: StreetsArea, { parts, near, countries }: GazetteerQuestion) {
    const folder = `${area.name}/${area.search!.version}/`;
    const format = {
      index: folder + GAZETTEER_INDEX,
      page: (page: number) => folder + gazetteerPage(page),
      parseKeys: readIndex,
      parseRows: readPage,
    };
    const table = openTableFiles(files, format, cacheParsed);
    const rows = await searchArea(table, parts, near === null ? null : spotOf(near));
    return rows
      .map((found) => makeMatch(found, area))
      .filter(({ country }) => countries.length === 0 || country === '' || countries.includes(country));
  }

  async function findInAll(question: GazetteerQuestion): Promise<GazetteerMatch[]> {
    const areas = chooseAreas(await openAreas(), question);
    return dropRepeated((await Promise.all(areas.map((area) => findIn(area, question)))).flat());
  }

  function readTile({ name, version, maxZoom }: StreetsArea, x: number, y: number): Promise<HouseTile> {
    const file = `${name}/${version}/${maxZoom}/${x}/${y}.mvt`;
    const read = async () => readHouseTile(await files.readBytes(file), maxZoom, x, y);
    return cacheParsed(file, read, weighHouseTile);
  }

  async function readHousesOf(street: MappedStreet): Promise<NearHouse[]> {
    try {
      return await readHouses(street, (x, y) => readTile(street.area, x, y));
    } catch (error) {
      // A tile that can't be read tells nothing: the street itself is known.
      if (error instanceof TileError) return [];
      throw error;
    }
  }

  return {
    readTile,
    find: (question, signal) =>
      unlessAborted(
        findInAll(question).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
          // The streets were published again after the manifest was read.
          openAreas = once(() => readAreas('reload'));
          return findInAll(question);
        }),
        signal,
      ),
    async place(match) {
      // Elsewhere a number isn't a house's.
      if (match.kind !== 'street' || match.house === '') return placeInStreet({ ...match, house: '' }, []);
      return placeInStreet(match, await readHousesOf(match));
    },
  };
}

/** Opens the gazetteers of the streets that are published beside this page. */
export const openPageGazetteer = (): Gazetteer =>
  openGazetteer({ files: createSnapshotFiles(STREETS_FOLDER, (...request) => fetch(...request)) });

/** A cache for one page, in which simultaneous requests share a read. */
function cacheInPage(): ReadCache {
  const cacheParsed = oncePerKey(MAX_FILES, (_: string, read: () => Promise<unknown>) => read());
  return <Value>(name: string, read: () => Promise<Value>) => cacheParsed(name, read) as Promise<Value>;
}

async function readManifestFile(files: SnapshotFiles, cache: RequestCache): Promise<StreetsManifest | null> {
  const json = await files.readJson('manifest.json', { cache }).catch((error: unknown) => {
    // Without streets, some hosts answer with nothing or with a page.
    if (error instanceof AppError && ['not_found', 'malformed'].includes(error.code)) return null;
    throw error;
  });
  return streetsManifestSchema.safeParse(json).data ?? null;
}

function chooseAreas(areas: readonly StreetsArea[], { near, countries }: GazetteerQuestion): StreetsArea[] {
  const isAllowed = ({ search }: StreetsArea) =>
    countries.length === 0 ||
    search!.countries.length === 0 ||
    search!.countries.some((code) => countries.includes(code));
  const away = ({ bounds: [west, south, east, north] }: StreetsArea) =>
    near === null ? 0 : distanceToBoxMetres(near, { west, south, east, north });
  return areas
    .filter(isAllowed)
    .sort((a, b) => away(a) - away(b))
    .slice(0, MAX_AREAS);
}

function makeMatch({ row, left, ...found }: RowMatch, area: StreetsArea): GazetteerMatch {
  const { name, mainName, kind, town, x, y, reach, population } = row;
  return {
    ...found,
    kind,
    name: mainName || name,
    otherName: mainName === '' ? '' : name,
    isTown: PLACE_KINDS.has(kind),
    town: town === null || town.name === name ? '' : town.name,
    country: town?.country ?? '',
    latitude: latitudeAt(y),
    longitude: longitudeAt(x),
    population,
    left: describeRemaining(left),
    reach,
    area,
  };
}

/**
 * Drops matches that look the same in a list: the parts of a street in one town, a town's other
 * names.
 */
function dropRepeated(matches: readonly GazetteerMatch[]): GazetteerMatch[] {
  const seen = new Set<string>();
  const keyOf = ({ kind, name, town, latitude, longitude }: GazetteerMatch) =>
    `${kind} ${name} ${town} ${Math.round(latitude * 50)} ${Math.round(longitude * 50)}`;
  return (
    [...matches]
      // A number that is part of the name isn't that of a house.
      .sort((a, b) => rankMatch(a) - rankMatch(b) || Number(a.house !== '') - Number(b.house !== ''))
      .filter((match) => !seen.has(keyOf(match)) && seen.add(keyOf(match)))
  );
}

const MAX_NUMBERS = 8;
const LAYERS = new Set(['house_numbers', 'road_names']);

/**
 * Reads the house numbers and the named streets of a tile of the map.
 * @param z, x, y its zoom, column and row
 * @throws TileError
 */
export function readHouseTile(bytes: Uint8Array, z: number, x: number, y: number): HouseTile {
  const side = WORLD / 2 ** z;
  const houses: HouseNumber[] = [];
  const streets = new Map<string, DrawnStreet>();
  const named = new Map<string, DrawnStreet>();
  const findStreet = (name: string) => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const { key, kind } = foldStreetName(name);
    const street = streets.get(`${kind} ${key}`) ?? { key, kind, lines: [] };
    streets.set(`${kind} ${key}`, street);
    named.set(name, street);
    return street;
  };
  for (const { name: layer, extent, features } of readVectorTile(bytes, (name) => LAYERS.has(name))) {
    const scale = side / extent;
    for (const { type, properties, geometry } of features) {
      // Most of the lines are no named streets.
      if (layer !== 'house_numbers' && (type !== LINE || properties['name'] === undefined)) continue;
      const { ends } = geometry;
      const world = Float64Array.from(
        geometry.positions,
        (value, at) => (at % 2 === 0 ? x : y) * side + value * scale,
      );
      if (layer === 'house_numbers') {
        // "7;9": a house with two entrances.
        for (const number of String(properties['number'] ?? '').split(/[;,]/, MAX_NUMBERS))
          for (let at = 0; at < world.length; at += 2)
            houses.push({ number: number.trim(), x: world[at]!, y: world[at + 1]! });
      } else {
        const { lines } = findStreet(String(properties['name']));
        ends.forEach((end, part) => lines.push(makeLine(world.subarray(ends[part - 1] ?? 0, end))));
      }
    }
  }
  return { houses, streets: [...streets.values()] };
}

/** Approximate memory of a tile: of a number, of a line, and of a position in it. */
const [NUMBER_BYTES, LINE_BYTES, POSITION_BYTES] = [100, 300, 16];

export function weighHouseTile({ houses, streets }: HouseTile): number {
  const lines = streets.flatMap((street) => street.lines);
  const positions = lines.reduce((sum, line) => sum + line.positions.length / 2, 0);
  return houses.length * NUMBER_BYTES + lines.length * LINE_BYTES + positions * POSITION_BYTES;
}
