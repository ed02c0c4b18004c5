import type { Context } from '../label-styles.ts';
import type { StreetColour, StreetLook } from './street-look.ts';
import { LINK_SHARE, type RoadStyle, ROADS, widthAt } from './road-style.ts';
import type { Part, Shape } from '../tile-reader.ts';
import type { LayerName, StreetTile } from './tile-reader.ts';

/** The square of a tile to paint, in units of the tile. */
export interface Cutout {
  west: number;
  north: number;
  side: number;
  /** Units per CSS pixel. */
  unitsPerPixel: number;
  zoom: number;
}

/** Kinds of ground in the order of painting; each is also the name of its colour. */
const GROUNDS = [
  'residential',
  'industrial',
  'farmland',
  'rock',
  'sand',
  'ice',
  'wood',
  'green',
  'site',
] as const satisfies StreetColour[];

const BUILDINGS_FROM_ZOOM = 15;
const SQUARES_FROM_ZOOM = 15;
const STREAMS_FROM_ZOOM = 14;
/** Railways have sleepers from this zoom on, and are plain lines below it. */
const SLEEPERS_FROM_ZOOM = 15;
/** Positions nearer than this to the previous one are not drawn, in pixels. */
const MIN_STEP_PIXELS = 0.5;
/** Smaller shapes are not drawn, in pixels. */
const MIN_SIZE_PIXELS = 0.7;
/** Maximum distance of a line's edge from its centre, in pixels. */
const WIDEST_PIXELS = 40;

/** Positions processed between two yields: some milliseconds on a slow phone. */
const POSITIONS_A_STEP = 4_000;

/** Paints streets and the ground between them, in steps. The context is scaled to tile units and clipped. */
export function* paintTile(
  context: Context,
  tile: StreetTile,
  cutout: Cutout,
  { colours }: StreetLook,
): Generator<void, void> {
  const { zoom, unitsPerPixel } = cutout;
  context.lineJoin = 'round';
  const seen = (layer: LayerName) => tile[layer] ?? [];
  function* fill(shapes: readonly Shape[], colour: StreetColour): Generator<void, Path2D> {
    const path = yield* pathOf(shapes, cutout);
    if (shapes.length === 0) return path;
    context.fillStyle = colours[colour];
    context.fill(path);
    yield;
    return path;
  }
  const stroke = (path: Path2D, colour: string, pixels: number, dashes: readonly number[] = []) => {
    context.strokeStyle = colour;
    context.lineWidth = pixels * unitsPerPixel;
    context.setLineDash(dashes.map((length) => length * pixels * unitsPerPixel));
    context.stroke(path);
  };

  const ground = groupByKind(seen('ground'));
  for (const kind of GROUNDS) yield* fill(ground.get(kind) ?? [], kind);
  yield* fill(seen('water'), 'water');
  const waterways = groupByKind(seen('waterways'));
  context.lineCap = 'round';
  if (zoom >= STREAMS_FROM_ZOOM)
    stroke(yield* pathOf(waterways.get('stream') ?? [], cutout), colours.water, (zoom - 12) * 0.5);
  stroke(yield* pathOf(waterways.get('river') ?? [], cutout), colours.water, (zoom - 11) * 0.9);
  yield;
  if (zoom >= SQUARES_FROM_ZOOM) {
    const squares = groupByKind(seen('squares'));
    yield* fill(squares.get('parking') ?? [], 'parking');
    const pedestrian = squares.get('pedestrian') ?? [];
    if (pedestrian.length > 0) {
      stroke(yield* pathOf(pedestrian, cutout), colours['road-edge'], 1);
      yield* fill(pedestrian, 'square');
    }
  }
  const roads = seen('roads');
  const isTunnel = ({ properties }: Shape) => properties['tunnel'] === true;
  const isBridge = ({ properties }: Shape) => properties['bridge'] === true;
  // Tunnels are translucent.
  context.globalAlpha = 0.45;
  yield* paintRoads(roads.filter(isTunnel));
  context.globalAlpha = 1;
  if (zoom >= BUILDINGS_FROM_ZOOM) {
    const path = yield* fill(seen('buildings'), 'building');
    if (zoom > BUILDINGS_FROM_ZOOM) stroke(path, colours['building-edge'], 0.75);
    yield;
  }
  yield* paintRoads(roads.filter((road) => !isTunnel(road) && !isBridge(road)));
  yield* paintRoads(roads.filter((road) => !isTunnel(road) && isBridge(road)));
  context.lineCap = 'butt';
  const borders = seen('boundaries');
  const countries = borders.filter(({ properties }) => properties['level'] === 2);
  stroke(yield* pathOf(countries, cutout), colours.border, 1.5, [5, 2.5]);

  /** Paints all edges first, so that none crosses another road at a junction. */
  function* paintRoads(shapes: readonly Shape[]): Generator<void, void> {
    const byKind = groupByKind(shapes);
    const drawn: { style: RoadStyle; path: Path2D; width: number }[] = [];
    for (const [kind, style] of Object.entries(ROADS)) {
      const width = widthAt(style, zoom);
      const group = width > 0 ? (byKind.get(kind) ?? []) : [];
      const isLink = ({ properties }: Shape) => properties['link'] === true;
      const links = group.filter(isLink);
      if (links.length > 0)
        drawn.push({ style, path: yield* pathOf(links, cutout), width: Math.max(0.8, width * LINK_SHARE) });
      const others = group.filter((road) => !isLink(road));
      if (others.length > 0) drawn.push({ style, path: yield* pathOf(others, cutout), width });
      yield;
    }
    const edgePixels = zoom < 15 ? 0.6 : 1;
    context.lineCap = 'butt';
    for (const { style, path, width } of drawn) {
      if (style.edge === null || width < 1.2) continue;
      stroke(path, colours[style.edge], width + 2 * edgePixels);
      yield;
    }
    context.lineCap = 'round';
    for (const { style, path, width } of drawn) {
      // Roads that are too thin for edges have the edges' colour, so that they contrast with pale
      // land.
      const colour = style.edge !== null && width < 1.2 ? style.edge : style.fill;
      if (style.dashes.length > 0) context.lineCap = 'butt';
      stroke(path, colours[colour], width, style.dashes);
      if (style === ROADS['rail'] && zoom >= SLEEPERS_FROM_ZOOM) {
        context.lineCap = 'butt';
        stroke(path, colours.land, width * 0.55, [5, 5]);
      }
      context.lineCap = 'round';
      yield;
    }
  }
}

function groupByKind(shapes: readonly Shape[]): Map<unknown, Shape[]> {
  const groups = new Map<unknown, Shape[]>();
  for (const shape of shapes) {
    const group = groups.get(shape.properties['kind']);
    if (group === undefined) groups.set(shape.properties['kind'], [shape]);
    else group.push(shape);
  }
  return groups;
}

function isSeen(part: Part, { west, north, side, unitsPerPixel }: Cutout): boolean {
  const reach = WIDEST_PIXELS * unitsPerPixel;
  return (
    part.east > west - reach &&
    part.west < west + side + reach &&
    part.south > north - reach &&
    part.north < north + side + reach &&
    Math.max(part.east - part.west, part.south - part.north) > MIN_SIZE_PIXELS * unitsPerPixel
  );
}

/** Builds a path of shapes, POSITIONS_A_STEP positions per step. */
function* pathOf(shapes: readonly Shape[], cutout: Cutout): Generator<void, Path2D> {
  const path = new Path2D();
  const least = MIN_STEP_PIXELS * cutout.unitsPerPixel;
  let left = POSITIONS_A_STEP;
  for (const { isArea, parts } of shapes) {
    for (const part of parts) {
      if (!isSeen(part, cutout)) continue;
      const { positions } = part;
      let [drawnX, drawnY] = [positions[0]!, positions[1]!];
      path.moveTo(drawnX, drawnY);
      const last = positions.length - 2;
      for (let at = 2; at <= last; at += 2) {
        if (--left <= 0) {
          left = POSITIONS_A_STEP;
          yield;
        }
        const x = positions[at]!;
        const y = positions[at + 1]!;
        if (at < last && Math.abs(x - drawnX) < least && Math.abs(y - drawnY) < least) continue;
        path.lineTo(x, y);
        drawnX = x;
        drawnY = y;
      }
      if (isArea) path.closePath();
    }
  }
  return path;
}
