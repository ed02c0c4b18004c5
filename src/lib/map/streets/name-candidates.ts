import { type Frame, isInFrame, isPartInFrame } from '../frame.ts';
import { below } from '../label-candidates.ts';
import { withMainNames } from '../main-names.ts';
import { heightOf, type LabelStyle } from '../label-styles.ts';
import type { LabelCandidate, LineCandidate } from '../place-labels.ts';
import { cleanName, isSimpleScript } from './clean-name.ts';
import { cutToTile, joinParts } from './join-parts.ts';
import { findRuns } from './text-run.ts';
import { TILE_UNITS } from '../map-levels.ts';
import type { Part, Shape } from '../tile-reader.ts';
import type { LayerName } from './tile-reader.ts';
import { measureLine } from '#network/vector-tile/line.ts';
import type { TileProperties } from '#network/vector-tile/read-vector-tile.ts';
import type { PlacedTile } from './tile-places.ts';

/** Minimum zoom for names of each kind of road, the most important kind first. */
const ROAD_NAMES: ReadonlyMap<unknown, number> = new Map([
  ['motorway', 13],
  ['trunk', 13],
  ['primary', 13],
  ['secondary', 14],
  ['tertiary', 14],
  ['minor', 15],
  ['pedestrian', 16],
  ['service', 17],
  ['path', 17],
]);
/** Range of zooms and style for names of each kind of place. */
const PLACES: ReadonlyMap<unknown, { from: number; to: number; style: LabelStyle }> = new Map([
  ['city', { from: 12, to: 15, style: 'large' }],
  ['town', { from: 12, to: 15, style: 'middle' }],
  ['village', { from: 12, to: 16, style: 'small' }],
  ['suburb', { from: 13, to: 16, style: 'small' }],
  ['hamlet', { from: 13, to: 17, style: 'small' }],
  ['neighbourhood', { from: 14, to: 17, style: 'small' }],
  ['locality', { from: 14, to: 18, style: 'small' }],
]);
const PLACES_GAP = 4;
const STATIONS_FROM_ZOOM = 16;
const HOUSE_NUMBERS_FROM_ZOOM = 17;
const WATER_NAMES_FROM_ZOOM = 14;
/**
 * Below this zoom, most streets of a town are shorter than their names: with smaller letters, 50 %
 * more of them fit.
 */
const NEAR_STREETS_FROM_ZOOM = 16;
const MAX_NAMED_ROADS = 400;
/** More than can be read on a screen. */
const MAX_HOUSE_NUMBERS = 600;
/** Parts of a street examined per name, the longest first. */
const MAX_PARTS = 12;
/** Shorter parts are omitted: joined parts may be this far apart. */
const MIN_PART_PIXELS = 8;

/**
 * Lists the texts that could be written on streets, the most important first.
 * @param language preferred for names, if the tiles have it
 * @param measure returns a text's width in pixels
 */
export function listNames(
  tiles: readonly PlacedTile[],
  frame: Frame,
  language: string,
  measure: (text: string, style: LabelStyle) => number,
): (LineCandidate | LabelCandidate)[] {
  const { zoom } = frame;
  const nameOf = (properties: TileProperties) =>
    cleanName(properties[`name_${language}`]) ?? cleanName(properties['name']);

  return [
    ...placeNames(),
    ...roadRefs(),
    ...(zoom >= WATER_NAMES_FROM_ZOOM ? namesOnLines('water_names', 'water', () => 0) : []),
    ...namesOnLines('road_names', zoom < NEAR_STREETS_FROM_ZOOM ? 'far-street' : 'street', ({ kind }) =>
      roadRank(kind),
    ),
    ...(zoom >= STATIONS_FROM_ZOOM ? spots('stations', 'small', nameOf) : []),
    ...(zoom >= HOUSE_NUMBERS_FROM_ZOOM ? houseNumbers() : []),
  ];

  /** Rank of a road's name: lower is more important; Infinity if it isn't written at this zoom. */
  function roadRank(kind: unknown): number {
    const from = ROAD_NAMES.get(kind);
    return from === undefined || zoom < from ? Infinity : [...ROAD_NAMES.keys()].indexOf(kind);
  }

  function placeNames(): LabelCandidate[] {
    const found: { spot: LabelCandidate; rank: number }[] = [];
    for (const { shape, x, y } of pointsOf('places')) {
      const place = PLACES.get(shape.properties['kind']);
      const text = nameOf(shape.properties);
      if (place === undefined || text === null || zoom < place.from || zoom > place.to) continue;
      const rank = Number(shape.properties['rank'] ?? 99);
      found.push({ spot: spotFor('places', text, x, y, place.style), rank });
    }
    return withMainNames(
      found.sort((a, b) => a.rank - b.rank).map(({ spot }) => spot),
      frame,
    );
  }

  function houseNumbers(): LabelCandidate[] {
    return spots('house_numbers', 'number', ({ number }) => cleanName(number))
      .slice(0, MAX_HOUSE_NUMBERS)
      .map((spot) => ({ ...spot, key: null, offsets: [{ x: 0, y: 0 }] }));
  }

  function spots(layer: LayerName, style: LabelStyle, textOf: (properties: TileProperties) => string | null) {
    return [...pointsOf(layer)].flatMap(({ shape, x, y }) => {
      const text = textOf(shape.properties);
      return text === null ? [] : [spotFor(layer, text, x, y, style)];
    });
  }

  /** Road numbers on plates, each once. */
  function roadRefs(): LabelCandidate[] {
    const found: LabelCandidate[] = [];
    for (const { shape, part, place } of partsIn('road_names')) {
      const text = cleanName(shape.properties['ref']);
      if (text === null || roadRank(shape.properties['kind']) > 2) continue;
      const { positions } = part;
      for (const share of [0.5, 0.25, 0.75]) {
        const at = 2 * Math.floor((positions.length / 2 - 1) * share);
        const [x, y] = pixelAt(positions, at, place);
        if (!isInFrame(x, y, frame)) continue;
        const spot = spotFor('ref', text, x, y, 'ref', 0);
        found.push({ ...spot, width: spot.width + 8, height: spot.height + 5, offsets: [{ x: 0, y: 0 }] });
      }
    }
    return found;
  }

  /** Names along lines, or at spots if the layer has points; parts of one name from several tiles are one candidate. */
  function namesOnLines(
    layer: LayerName,
    style: LabelStyle,
    rankOf: (properties: TileProperties) => number,
  ): (LineCandidate | LabelCandidate)[] {
    const byName = new Map<string, { text: string; rank: number; parts: number[][] }>();
    const atSpots: LabelCandidate[] = [];
    for (const { shape, part, place } of partsIn(layer)) {
      const rank = rankOf(shape.properties);
      const text = nameOf(shape.properties);
      if (text === null || rank === Infinity) continue;
      if (part.positions.length === 2) {
        const spot = spotFor(layer, text, ...pixelAt(part.positions, 0, place), style);
        if (isInFrame(spot.x, spot.y, frame) && waterSizeAt(part, place) >= spot.width) atSpots.push(spot);
        continue;
      }
      const length = Math.max(part.east - part.west, part.south - part.north) * place.pixelsPerUnit;
      if (length < MIN_PART_PIXELS) continue;
      const parts = cutToTile(part.positions, TILE_UNITS).map((line) => pixelsOf(line, place));
      const key = keyOf(layer, text);
      const known = byName.get(key);
      if (known !== undefined) {
        known.rank = Math.min(known.rank, rank);
        known.parts.push(...parts);
      } else if (byName.size < MAX_NAMED_ROADS) byName.set(key, { text, rank, parts });
    }
    const height = heightOf(style) + 2;
    const named = [...byName].map(([key, { text, rank, parts }]) => {
      const lines = longestFirst(joinParts(longestFirst(parts).slice(0, MAX_PARTS)));
      return { key, text, rank, lines, length: measureLine(lines[0] ?? []) };
    });
    const along = named
      .sort((a, b) => a.rank - b.rank || b.length - a.length)
      .flatMap(({ key, text, lines }): LineCandidate[] => {
        const width = measure(text, style) + height / 2;
        const runs = lines.flatMap((line) => findRuns(line, width, height, frame, isSimpleScript(text)));
        return runs.length === 0 ? [] : [{ text, key, style, runs }];
      });
    return [...along, ...atSpots];
  }

  function spotFor(
    kind: LayerName | 'ref',
    text: string,
    x: number,
    y: number,
    style: LabelStyle,
    gap = PLACES_GAP,
  ): LabelCandidate {
    const height = heightOf(style);
    return {
      text,
      key: keyOf(kind, text),
      x,
      y,
      width: measure(text, style),
      height,
      style,
      offsets: [{ x: 0, y: 0 }, ...below(height, gap), ...below(height, gap + 16)],
      offsetsBeyondPin: below(height, gap + 30),
      dotRadius: 0,
      coverable: 0,
    };
  }

  function* partsIn(layer: LayerName): Generator<{ shape: Shape; part: Part; place: PlacedTile }> {
    for (const place of tiles)
      for (const shape of place.tile[layer] ?? [])
        for (const part of shape.parts) if (isPartInFrame(part, place, frame)) yield { shape, part, place };
  }

  /** Points of a layer in view, without those outside their tile, which its neighbour has too. */
  function* pointsOf(layer: LayerName): Generator<{ shape: Shape; x: number; y: number }> {
    for (const { shape, part, place } of partsIn(layer)) {
      for (let at = 0; at < part.positions.length; at += 2) {
        const [unitX, unitY] = [part.positions[at]!, part.positions[at + 1]!];
        if (unitX < 0 || unitY < 0 || unitX >= TILE_UNITS || unitY >= TILE_UNITS) continue;
        const [x, y] = pixelAt(part.positions, at, place);
        if (isInFrame(x, y, frame)) yield { shape, x, y };
      }
    }
  }
}

/**
 * The larger side of the water around a spot, in pixels; 0 if there is none. The name of a smaller
 * one, such as a pond or a fountain, would look like the name of the square around it.
 */
function waterSizeAt({ positions: [x, y] }: Part, { tile, pixelsPerUnit }: PlacedTile): number {
  const sizes = (tile.water ?? [])
    .flatMap(({ parts }) => parts)
    .filter(({ west, east, north, south }) => west <= x! && east >= x! && north <= y! && south >= y!)
    .map(({ west, east, north, south }) => Math.max(east - west, south - north));
  // Boxes of other waters may contain the spot too: around a bend of a river, or a pond beside a lake.
  return sizes.length === 0 ? 0 : Math.min(...sizes) * pixelsPerUnit;
}

/** Key of a text that is written once in a view; capitals may differ between tiles. */
const keyOf = (kind: string, text: string): string => `${kind}:${text.toLowerCase()}`;

function pixelAt(
  positions: ArrayLike<number>,
  at: number,
  { west, north, pixelsPerUnit }: PlacedTile,
): [number, number] {
  return [west + positions[at]! * pixelsPerUnit, north + positions[at + 1]! * pixelsPerUnit];
}

function pixelsOf(positions: readonly number[], place: PlacedTile): number[] {
  const line: number[] = [];
  for (let at = 0; at < positions.length; at += 2) line.push(...pixelAt(positions, at, place));
  return line;
}

function longestFirst(lines: readonly number[][]): number[][] {
  return lines
    .map((line) => ({ line, length: measureLine(line) }))
    .sort((a, b) => b.length - a.length)
    .map(({ line }) => line);
}
