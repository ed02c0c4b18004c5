import { unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import { PICTURE_PIXELS } from '../../src/lib/map/streets/tile-places.ts';
import { STREETS_FROM_ZOOM } from '../../src/lib/map/locator-map.ts';
import type { Hand, Spot } from './hand.ts';
import type { StreetTiles } from './street-tiles.ts';
import { readView, unitsAt, type View } from './view.ts';

/** A square of the map that should show streets and doesn't, or shows those of the other theme. */
export interface Hole {
  zoom: number;
  /** Of the grid of pictures. */
  x: number;
  y: number;
  shows: 'nothing' | 'the other theme';
}

/** Longer than the picture of a square is tried again: three times by the painter, and twice, a second apart, by the page. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** Spots are examined at this distance, and not within EDGE_PIXELS of the map's and the squares' edges. */
const SPOT_EVERY_PIXELS = 48;
const EDGE_PIXELS = 8;
/** Colours of streets are lighter than this in the light theme, darker in the dark one. */
const MIDDLE_LIGHT = 128;

export const nameOf = ({ zoom, x, y, shows }: Hole): string => `${zoom}/${x}/${y} shows ${shows}`;

/**
 * Finds the squares in view that stay holes once the map is at rest, by a picture of the window in which all but the streets is
 * hidden.
 * @param known holes found earlier, which aren't waited for
 * @returns the holes, and the zoom of the view
 */
export async function findHoles(
  hand: Hand,
  tiles: StreetTiles,
  known: ReadonlySet<string>,
  patienceMs = PATIENCE_MS,
): Promise<{ zoom: number; holes: Hole[] }> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const view = await readView(hand);
    const holes = await findNow(hand, view, await listSquares(view, tiles));
    if (holes.every((hole) => known.has(nameOf(hole))) || performance.now() > deadlineMs)
      return { zoom: view.zoom, holes };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

interface Square {
  x: number;
  y: number;
  /** In pixels of the window. */
  spots: Spot[];
}

/** The squares of a view that should show streets, with spots in each. */
async function listSquares(view: View, tiles: StreetTiles): Promise<Square[]> {
  const squares = new Map<string, Square>();
  if (view.zoom < STREETS_FROM_ZOOM) return [];
  const side = unitsOfPixels(PICTURE_PIXELS, view.zoom);
  const edge = EDGE_PIXELS / PICTURE_PIXELS;
  for (let y = view.top + EDGE_PIXELS; y < view.top + view.height - EDGE_PIXELS; y += SPOT_EVERY_PIXELS) {
    for (let x = view.left + EDGE_PIXELS; x < view.left + view.width - EDGE_PIXELS; x += SPOT_EVERY_PIXELS) {
      const at = unitsAt(view, { x, y });
      const isNearEdge = [at.x, at.y].some((units) => {
        const share = (units / side) % 1;
        return share < edge || share > 1 - edge;
      });
      if (isNearEdge || !(await tiles.haveStreets(at, view.zoom))) continue;
      const [column, row] = [Math.floor(at.x / side), Math.floor(at.y / side)];
      const key = `${column},${row}`;
      if (!squares.has(key)) squares.set(key, { x: column, y: row, spots: [] });
      squares.get(key)!.spots.push({ x, y });
    }
  }
  return [...squares.values()];
}

/** Magenta where there are no streets; transparent, rather than hidden, keeps the focus where it is. */
const STREETS_ALONE = `
  :root, :root :has(.dp-streets) { background: #f0f !important; }
  :root :not(:has(.dp-streets), .dp-streets, .dp-streets *) { opacity: 0 !important; transition: none !important; }
`;

async function findNow(hand: Hand, view: View, squares: readonly Square[]): Promise<Hole[]> {
  await hand.run(hideOthers, STREETS_ALONE);
  const png = await hand.takePicture();
  await hand.run(showOthers, null);
  const colours = await hand.run(readColours, {
    png,
    spots: squares.map(({ spots }) => spots),
    width: view.windowWidth,
  });
  return squares.flatMap(({ x, y }, at): Hole[] => {
    const shows = judge(colours[at]!, view.theme);
    return shows === null ? [] : [{ zoom: view.zoom, x, y, shows }];
  });
}

type Colour = readonly [red: number, green: number, blue: number];

function judge(colours: readonly Colour[], theme: View['theme']): Hole['shows'] | null {
  if (colours.some(([red, green, blue]) => red > 200 && green < 60 && blue > 200)) return 'nothing';
  const greens = colours.map(([, green]) => green).sort((a, b) => a - b);
  const isLight = greens[Math.floor(greens.length / 2)]! > MIDDLE_LIGHT;
  return isLight === (theme === 'light') ? null : 'the other theme';
}

async function hideOthers(rules: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

function showOthers() {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
}

/** The page decodes the picture: Node has no decoder. */
async function readColours({
  png,
  spots,
  width,
}: {
  png: string;
  spots: readonly (readonly Spot[])[];
  width: number;
}): Promise<Colour[][]> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  return spots.map((ofSquare) =>
    ofSquare.map((spot) => {
      const scale = picture.width / width;
      const at = 4 * (Math.round(spot.y * scale) * picture.width + Math.round(spot.x * scale));
      return [data[at]!, data[at + 1]!, data[at + 2]!] as const;
    }),
  );
}
