import type { BaseMapParts, LoadedTile } from './base-map-loader.ts';
import { type Frame, isInFrame } from './frame.ts';
import { heightOf, type LabelStyle } from './label-styles.ts';
import { COUNTRY_WEIGHT_UNITS, type NamedPlace } from './map-tile.ts';
import { withMainNames } from './main-names.ts';
import type { LabelCandidate, Offset } from './place-labels.ts';

/** Minimum population of a named town by zoom, in hundreds as in the tiles; at zooms beyond the list every town is named. */
const MIN_POPULATION = [Infinity, 80_000, 80_000, 60_000, 12_000, 6_000, 2_000, 750, 300, 150, 60, 20];

/** Minimum zoom for names of villages and parts of towns. */
const VILLAGES_ZOOM = 10;
const COUNTRIES_BELOW_ZOOM = 7;
/** Towns get a dot below this zoom; from it on, a town fills too much of the view for one. */
const DOTS_BELOW_ZOOM = 11;
const DOT_RADIUS = 2;
/** Between a spot and its text, in pixels; PIN_GAP if there is a pin on the spot. */
const GAP = 6;
const PIN_GAP = 28;
/** The share of a town's name that pins may cover: its margin, but no letter. */
const COVERABLE = 0.04;

/** Lists the texts that could be written on a view, the most important first. `measure` returns a text's width in pixels. */
export function listCandidates(
  parts: Pick<BaseMapParts, 'tiles'>,
  frame: Frame,
  nameCountry: (code: string) => string,
  measure: (text: string, style: LabelStyle) => number,
): LabelCandidate[] {
  const candidateFor = ({ x, y }: NamedPlace, style: LabelStyle, text: string): LabelCandidate => {
    const width = measure(text, style);
    const height = heightOf(style);
    const placement = placementOf(style, width, height, frame.zoom);
    return { text, key: null, x, y, width, height, style, ...placement };
  };
  return [
    ...countriesIn(parts, frame).map((seen) => candidateFor(seen, 'country', nameCountry(seen.name))),
    ...withMainNames(
      townsIn(parts, frame).map((seen) => candidateFor(seen, styleOf(seen.weight), seen.name)),
      frame,
    ),
  ];
}

function countriesIn({ tiles }: Pick<BaseMapParts, 'tiles'>, frame: Frame): NamedPlace[] {
  if (frame.zoom >= COUNTRIES_BELOW_ZOOM) return [];
  // Countries narrower than a few letters aren't named.
  const least = (44 * frame.unitsPerPixel) / COUNTRY_WEIGHT_UNITS;
  return placesIn(tiles, ['countries'], least, frame);
}

function townsIn({ tiles }: Pick<BaseMapParts, 'tiles'>, frame: Frame): NamedPlace[] {
  const least = MIN_POPULATION[Math.floor(frame.zoom)] ?? 0;
  return placesIn(tiles, frame.zoom < VILLAGES_ZOOM ? ['places'] : ['places', 'villages'], least, frame);
}

/** Places of at least a weight in view, the heaviest first. In the result, x and y are pixels of the frame. */
function placesIn(
  tiles: readonly LoadedTile[],
  layers: readonly ('countries' | 'places' | 'villages')[],
  least: number,
  frame: Frame,
): NamedPlace[] {
  return tiles
    .flatMap((loaded) => layers.flatMap((layer) => inView(loaded, loaded.tile?.[layer] ?? [], least, frame)))
    .sort((a, b) => b.weight - a.weight);
}

function inView(
  { worldOffset, box, isStandIn }: LoadedTile,
  places: readonly NamedPlace[],
  least: number,
  frame: Frame,
): NamedPlace[] {
  const seen: NamedPlace[] = [];
  // Sorted by weight, descending. Of thousands in a tile few are in view.
  for (const place of places) {
    if (place.weight < least) break;
    const x = place.x + worldOffset;
    const isInBox = x >= box.west && x < box.east && place.y >= box.north && place.y < box.south;
    const pixel = {
      x: (x - frame.west) / frame.unitsPerPixel,
      y: (place.y - frame.north) / frame.unitsPerPixel,
    };
    if ((isInBox || !isStandIn) && isInFrame(pixel.x, pixel.y, frame)) seen.push({ ...place, ...pixel });
  }
  return seen;
}

function styleOf(weight: number): LabelStyle {
  if (weight >= 5_000) return 'large';
  return weight >= 500 ? 'middle' : 'small';
}

/** Where a text may be placed around its spot, and how much of it pins may cover. */
function placementOf(style: LabelStyle, width: number, height: number, zoom: number) {
  if (style === 'country') {
    const offsets = [0, -18, 18].map((y) => ({ x: 0, y }));
    return { offsets, offsetsBeyondPin: [], dotRadius: 0, coverable: 0.25 };
  }
  const hasDot = zoom < DOTS_BELOW_ZOOM;
  return {
    offsets: hasDot ? around(width, height, GAP) : [{ x: 0, y: 0 }, ...below(height, GAP)],
    // Not beside a pin that hides the dot: on a coast, the name would look like that of a part of
    // the sea.
    offsetsBeyondPin: below(height, PIN_GAP),
    dotRadius: hasDot ? DOT_RADIUS : 0,
    coverable: COVERABLE,
  };
}

/** Offsets to the right and to the left, below and above, and at the corners. */
function around(width: number, height: number, gap: number): Offset[] {
  const aside = width / 2 + gap;
  const corners = [1, -1].flatMap((down) =>
    [1, -1].map((right) => ({ x: right * (aside - gap / 2), y: (down * (height + gap)) / 2 })),
  );
  return [{ x: aside, y: 0 }, { x: -aside, y: 0 }, ...below(height, gap), ...corners];
}

/** Offsets below and above. */
export function below(height: number, gap: number): Offset[] {
  const down = height / 2 + gap;
  return [
    { x: 0, y: down },
    { x: 0, y: -down },
  ];
}
