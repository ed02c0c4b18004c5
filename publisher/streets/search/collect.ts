import { foldStreetName } from '#search/names.ts';
import { PLACE_KINDS, type GazetteerKind } from '#search/gazetteer/format.ts';
import {
  LINE,
  type TileFeature,
  type TileLayer,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';
import { readNames, type Schema } from '../schema/ours.ts';
import { readLandmark } from './landmarks.ts';

/** Side of a cell in Mercator units, of which a street keeps the length in each: some 110 m in Europe. */
export const CELL = 256;
/** Cells side by side around the world. */
export const CELLS = 2 ** 18;
/** Distance of the positions at which a line is looked at, in Mercator units. */
const STEP = 48;
/** Of a tile, in positions. One in the middle of a large city has a tenth of it; the work on a hostile one ends here. */
const MOST_STEPS = 200_000;
/** A street's name in the middle of Paris has some twenty. */
const MOST_OTHER_NAMES = 24;
/** Rail, ferries and the like have names too. */
const NO_STREETS = new Set(['ferry', 'rail', 'tram']);
/** Twice the length of the equator in cells' sides is below it. */
const LENGTH_UNIT = CELL * CELL;

/** A street's name: its other names, and what of it lies in which cell. */
export interface StreetCells {
  /** Its spellings with their length: "Av. Nova" and "Avinguda Nova" are one. */
  names: Map<string, number>;
  others: Set<string>;
  /** Cell to `length × CELL² + y × CELL + x`: length in Mercator units, and a position within the cell. */
  cells: Map<number, number>;
}

export interface NamedSpot {
  kind: GazetteerKind;
  name: string;
  others: readonly string[];
  x: number;
  y: number;
  population: number;
}

/** The names in an archive's tiles. */
export interface Collected {
  /** By kind and folded name. */
  streets: ReadonlyMap<string, StreetCells>;
  spots: readonly NamedSpot[];
  /** Tiles with more than is looked at. */
  cut: number;
}

export type Collector = ReturnType<typeof createCollector>;

/** Collects names from the tiles of the highest zoom, a tile at a time. */
export function createCollector(schema: Schema) {
  const { search } = schema;
  const streets = new Map<string, StreetCells>();
  const spots = new Map<string, NamedSpot>();
  let cut = 0;

  function addStreet(properties: TileProperties, feature: TileFeature, tile: Tile): void {
    const name = String(properties['name'] ?? '');
    if (name === '' || NO_STREETS.has(String(properties['kind']))) return;
    const { key, kind } = foldStreetName(name);
    const folded = `${kind} ${key === '' ? name : key}`;
    const street: StreetCells = streets.get(folded) ?? {
      names: new Map(),
      others: new Set(),
      cells: new Map(),
    };
    const length = measureInCells(feature, tile, street.cells);
    // A line in the margin of the tile comes with the tile beside it.
    if (length === 0) return;
    streets.set(folded, street);
    street.names.set(name, (street.names.get(name) ?? 0) + length);
    for (const other of otherNames(properties))
      if (street.others.size < MOST_OTHER_NAMES) street.others.add(other);
  }

  function addSpot(
    kind: GazetteerKind,
    properties: TileProperties,
    people: unknown,
    { geometry }: TileFeature,
    tile: Tile,
  ) {
    const [x = -1, y = -1] = geometry.positions;
    if (!isInTile(x, y, tile.extent)) return;
    const name = String(properties['name']);
    const spot: NamedSpot = {
      kind,
      name,
      others: otherNames(properties),
      ...toWorld(x, y, tile),
      population: typeof people === 'number' && people > 0 ? Math.min(Math.round(people), 1e9) : 0,
    };
    // An airport's halls or the entrances of a station are one landmark.
    spots.set(`${kind} ${name} ${Math.round(spot.x / CELL / 4)} ${Math.round(spot.y / CELL / 4)}`, spot);
  }

  return {
    isWanted: (layer: string) => search.named.has(layer) || search.landmarks.has(layer),
    /** @param zoom of the tile */
    add(layers: readonly TileLayer[], zoom: number, column: number, row: number): void {
      const side = 2 ** (26 - zoom);
      let stepsLeft = MOST_STEPS;
      for (const { name: layer, extent, features } of layers) {
        const tile: Tile = {
          x: column * side,
          y: row * side,
          scale: side / extent,
          extent,
          takeStep: () => stepsLeft-- > 0,
        };
        for (const feature of features) {
          const { properties, type } = feature;
          if (search.landmarks.has(layer)) {
            const landmark = readLandmark(properties, search.separator);
            if (landmark !== null) addSpot(landmark.kind, landmark.names, 0, feature, tile);
          }
          if (layer === 'streets_polygons_labels') {
            // Squares; their names are at points.
            const names = readNames(properties, search.separator);
            if (names !== null) addStreet(names, feature, tile);
            continue;
          }
          if (!search.named.has(layer)) continue;
          for (const { layer: ours, properties: translated } of schema.translate(layer, properties, type)) {
            if (ours === 'road_names') addStreet(translated, feature, tile);
            else if (ours === 'places') {
              const { kind } = translated;
              if (isPlaceKind(kind)) addSpot(kind, translated, properties['population'], feature, tile);
            }
          }
        }
      }
      if (stepsLeft < 0) cut++;
    },
    collected: (): Collected => ({ streets, spots: [...spots.values()], cut }),
  };
}

/** Whether one of our kinds of places (schema/kinds.ts) is searched; states and named fields are not. */
const isPlaceKind = (kind: unknown): kind is GazetteerKind => (PLACE_KINDS as ReadonlySet<unknown>).has(kind);

interface Tile {
  /** Of its corner, in Mercator units. */
  x: number;
  y: number;
  /** Mercator units in one of the layer's. */
  scale: number;
  extent: number;
  /** Counts the work; false: no more. */
  takeStep: () => boolean;
}

const isInTile = (x: number, y: number, extent: number) => x >= 0 && y >= 0 && x < extent && y < extent;

const toWorld = (x: number, y: number, tile: Tile) => ({
  x: Math.floor(tile.x + x * tile.scale),
  y: Math.floor(tile.y + y * tile.scale),
});

function otherNames(properties: TileProperties): string[] {
  return Object.entries(properties).flatMap(([key, value]) =>
    key.startsWith('name_') ? [String(value)] : [],
  );
}

/**
 * Adds the length of lines in each cell; of what lies in the tile alone, since its margin comes with the tiles beside it.
 * @returns the length, Mercator units
 */
function measureInCells(
  { type, geometry: { positions, ends } }: TileFeature,
  tile: Tile,
  cells: Map<number, number>,
): number {
  let measured = 0;
  const add = (x: number, y: number, length: number) => {
    if (!isInTile(x, y, tile.extent)) return;
    const world = toWorld(x, y, tile);
    const cell = Math.floor(world.y / CELL) * CELLS + Math.floor(world.x / CELL);
    const there = cells.get(cell) ?? (world.y % CELL) * CELL + (world.x % CELL);
    const units = Math.max(1, Math.round(length));
    cells.set(cell, there + units * LENGTH_UNIT);
    measured += units;
  };
  if (type !== LINE) {
    if (tile.takeStep()) add(positions[0]!, positions[1]!, STEP);
    return measured;
  }
  for (const [part, end] of ends.entries()) {
    for (let at = (ends[part - 1] ?? 0) + 2; at < end; at += 2) {
      const [fromX, fromY, toX, toY] = [
        positions[at - 2]!,
        positions[at - 1]!,
        positions[at]!,
        positions[at + 1]!,
      ];
      const length = Math.hypot(toX - fromX, toY - fromY) * tile.scale;
      const steps = Math.max(1, Math.ceil(length / STEP));
      for (let step = 0; step < steps; step++) {
        if (!tile.takeStep()) return measured;
        const share = (step + 0.5) / steps;
        add(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share, length / steps);
      }
    }
  }
  return measured;
}
