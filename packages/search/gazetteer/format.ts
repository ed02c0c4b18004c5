import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { mortonKey } from '#network/snapshot-format/morton.ts';
import { partitionPoint } from '#network/snapshot-format/partition-point.ts';
import { foldPlaceName, foldStreetName } from '../names.ts';

/**
 * Files of a gazetteer (docs/gazetteer-format.md): an index and pages of rows, in a folder named by
 * a hash of them all.
 */
export const GAZETTEER_FORMAT = 1;
export const GAZETTEER_INDEX = 'index.json';
export const gazetteerPage = (page: number) => `${page}.json`;
/** Name of a file in the streets' store, where it is compressed. */
export const storedName = (area: string, version: string, file: string) => `${area}/${version}/${file}.gz`;
export const GAZETTEER_ROWS_IN_PAGE = 512;

/** Positions are in whole units of 2^5 Mercator units (mercator.ts): some 15 m in Europe. */
export const UNIT = 32;
/** The reach of a street is given in these units: some 120 m in Europe. */
export const REACH_UNIT = 256;

/** Kinds of rows, and their letters in pages. */
export const KIND_LETTERS = {
  street: 's',
  city: 'c',
  town: 't',
  village: 'v',
  suburb: 'u',
  neighbourhood: 'n',
  hamlet: 'h',
  station: 'S',
  airport: 'A',
  harbour: 'F',
  school: 'L',
  hospital: 'H',
  shops: 'M',
  public: 'P',
  sight: 'W',
} as const;
export type GazetteerKind = keyof typeof KIND_LETTERS;
const KIND_OF = new Map<string, GazetteerKind>(
  Object.entries(KIND_LETTERS).map(([kind, letter]) => [letter, kind as GazetteerKind]),
);

export const PLACE_KINDS: ReadonlySet<GazetteerKind> = new Set<GazetteerKind>([
  'city',
  'town',
  'village',
  'suburb',
  'neighbourhood',
  'hamlet',
]);

export interface Town {
  name: string;
  /** The key by which it is found. */
  key: string;
  /** ISO 3166-1 alpha-2; empty if it isn't known. */
  country: string;
  /** Mercator units. */
  x: number;
  y: number;
}

/** A name of a street, a place or a landmark. */
export interface GazetteerRow {
  /** Folded: what rows are sorted by. */
  key: string;
  name: string;
  /** The main name, if this row is for another one; else empty. */
  mainName: string;
  kind: GazetteerKind;
  /** The word for the kind of a street (names.ts); else empty. */
  word: string;
  /** null if none is near. A place is its own. */
  town: Town | null;
  /** Mercator units. */
  x: number;
  y: number;
  /** Distance in both axes within which the street lies, in Mercator units. */
  reach: number;
  /** Of a place; 0 if it isn't known. */
  population: number;
}

const unit = z.int();
const strings = z.array(z.string()).check(z.maxLength(GAZETTEER_ROWS_IN_PAGE));
const numbers = z.array(unit).check(z.maxLength(GAZETTEER_ROWS_IN_PAGE));
const indexSchema = z.looseObject({ format: z.literal(GAZETTEER_FORMAT), keys: z.array(z.string()) });
const pageSchema = z.looseObject({
  names: strings,
  kinds: z.string(),
  towns: z.array(z.tuple([z.string(), z.string(), unit, unit], z.unknown())),
  town: numbers,
  x: numbers,
  y: numbers,
  reach: numbers,
  main: z.record(z.string(), z.string()),
  people: z.record(z.string(), z.number()),
});

/** The key by which a name is found. */
export function foldRow(name: string, kind: GazetteerKind): Pick<GazetteerRow, 'key' | 'word'> {
  if (kind !== 'street') return { key: foldPlaceName(name), word: '' };
  const { key, kind: word } = foldStreetName(name);
  return { key, word };
}

/**
 * Between name and cell in the keys of a gazetteer, which sorts equal names by cell: sorts before
 * any character of a folded name.
 */
export const CELL_AFTER = '\t';

const CELL_LETTERS = 6;
/**
 * Where in a row of equal keys a position comes: near positions are near each other. Sorts as text.
 */
export function cellOf(x: number, y: number): string {
  // 14 bits an axis, the tiles of zoom 14.
  return mortonKey(Math.floor(x / 4096), Math.floor(y / 4096))
    .toString(36)
    .padStart(CELL_LETTERS, '0');
}

/** A row's place in the order of the whole gazetteer. */
export const orderOf = ({ key, x, y }: Pick<GazetteerRow, 'key' | 'x' | 'y'>) =>
  `${key}${CELL_AFTER}${cellOf(x, y)}`;

/** The name in a key. */
export const nameOfKey = (key: string) => key.split(CELL_AFTER, 1)[0]!;

/** Whether the rows of one name continue on further pages. */
export const fillsPages = (keys: readonly string[], name: string) =>
  keys.some((key) => key.startsWith(`${name}${CELL_AFTER}`));

/**
 * The pages that may hold names of the first words, of all of them first.
 * @param cell of equal names, those in this cell are on the first page; null: any
 */
export function pagesOfName(
  keys: readonly string[],
  words: readonly string[],
  cell: string | null,
): number[] {
  const pages = words.map((_, at) => {
    const name = words.slice(0, words.length - at).join(' ');
    const wanted = cell === null ? name : `${name}${CELL_AFTER}${cell}`;
    const page = partitionPoint(keys.length, (index) => keys[index]! <= wanted) - 1;
    // A beginning of names is on the next page if that begins with it, and this one can't hold the
    // name itself.
    const next = keys[page + 1];
    const isAhead = next !== undefined && next.startsWith(name) && !next.startsWith(`${name}${CELL_AFTER}`);
    return isAhead && at === 0 ? [page, page + 1] : [page];
  });
  return [...new Set(pages.flat())].map((page) => Math.max(0, page));
}

/** Writes a page. Columns of one kind of value compress better than rows. */
export function writePage(rows: readonly GazetteerRow[]): unknown {
  const towns = new Map<Town, number>();
  for (const { town } of rows) if (town !== null && !towns.has(town)) towns.set(town, towns.size);
  const main: Record<string, string> = {};
  const people: Record<string, number> = {};
  rows.forEach(({ mainName, population }, at) => {
    if (mainName !== '') main[at] = mainName;
    if (population > 0) people[at] = population;
  });
  const toUnits = (value: number) => Math.round(value / UNIT);
  return {
    // A name that the row before has as well is left out.
    names: rows.map(({ name }, at) => (rows[at - 1]?.name === name ? '' : name)),
    kinds: rows.map(({ kind }) => KIND_LETTERS[kind]).join(''),
    towns: [...towns.keys()].map((town) => [town.name, town.country, toUnits(town.x), toUnits(town.y)]),
    // 0: none.
    town: rows.map(({ town }) => (town === null ? 0 : towns.get(town)! + 1)),
    x: rows.map(({ x, town }) => toUnits(x) - toUnits(town?.x ?? 0)),
    y: rows.map(({ y, town }) => toUnits(y) - toUnits(town?.y ?? 0)),
    reach: rows.map(({ reach }) => Math.ceil(reach / REACH_UNIT)),
    main,
    people,
  };
}

/** @throws AppError `malformed` */
export function readIndex(json: unknown): string[] {
  const result = indexSchema.safeParse(json);
  if (result.success) return result.data.keys;
  throw new AppError('malformed', 'The index of the gazetteer is no list of keys.');
}

/** Rows that lack something or lie outside the world are left out. @throws AppError `malformed` */
export function readPage(json: unknown): GazetteerRow[] {
  const result = pageSchema.safeParse(json);
  if (!result.success) throw new AppError('malformed', 'A page of the gazetteer has not its columns.');
  const { names, kinds, town, x, y, reach, main, people } = result.data;
  const towns = result.data.towns.map(([name, country, x, y]): Town => ({
    name,
    key: foldPlaceName(name),
    country,
    x: x * UNIT,
    y: y * UNIT,
  }));
  const rows: GazetteerRow[] = [];
  let name = '';
  names.forEach((written, at) => {
    name = written === '' ? name : written;
    const kind = KIND_OF.get(kinds[at] ?? '');
    const own = town[at] === 0 ? null : towns[(town[at] ?? -1) - 1];
    const [east, south, width] = [x[at], y[at], reach[at]];
    if (
      kind === undefined ||
      own === undefined ||
      east === undefined ||
      south === undefined ||
      width === undefined
    )
      return;
    const row: GazetteerRow = {
      ...foldRow(name, kind),
      name,
      mainName: main[at] ?? '',
      kind,
      town: own,
      x: (own?.x ?? 0) + east * UNIT,
      y: (own?.y ?? 0) + south * UNIT,
      reach: Math.max(0, width) * REACH_UNIT,
      population: people[at] ?? 0,
    };
    if (isInWorld(row.x) && isInWorld(row.y)) rows.push(row);
  });
  return rows;
}

const isInWorld = (value: number) => value >= 0 && value < 2 ** 26;
