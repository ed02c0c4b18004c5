import { WORLD } from '../../network/mercator.ts';
import { inSlices } from '../in-slices.ts';
import { type LabelStyle, measureLabel } from '../label-styles.ts';
import { paintLabels, type StyledSpot } from '../paint-labels.ts';
import type { Rectangle } from '../place-labels.ts';
import type { Frame } from '../view-canvas.ts';
import type { Area } from './areas.ts';
import { listNames } from './name-candidates.ts';
import { paintTile } from './paint-tile.ts';
import type { StreetLook } from './street-look.ts';
import {
  addressOf,
  PICTURE_PIXELS,
  type PlacedTile,
  placeTile,
  type TileAddress,
  tilesFor,
  type UnitBox,
} from './tile-places.ts';
import { readStreetTile, type StreetTile, TILE_UNITS } from './tile-reader.ts';
import { createTileStore } from './tile-store.ts';

/** Names wait so long for tiles, so that they come at once and not one tile after the other. */
const NAMES_WAIT_MS = 600;
const MAX_MEASURED = 4_000;

export type Picture = ImageBitmap | HTMLCanvasElement;

/** A picture of the grid of a zoom; x may lie in another copy of the world. */
export interface PicturePlace {
  x: number;
  y: number;
}

export interface StreetView {
  zoom: number;
  /** What is in view, in Mercator units. */
  box: UnitBox;
  pixelRatio: number;
  /** Pictures that are to be painted, the most wanted first. Those asked for before and not in here aren't any more. */
  wanted: readonly PicturePlace[];
}

export interface NamesRequest {
  id: number;
  frame: Frame;
  pixelRatio: number;
  /** Where no name may be written, in pixels of the frame. */
  pins: readonly Rectangle[];
  /** Names of the map of the world; written where there are no streets. */
  others: readonly StyledSpot[];
}

export type Answer =
  /** null: there is nothing there, and the map of the world is to be seen. */
  | { kind: 'picture'; zoom: number; x: number; y: number; picture: Picture | null }
  /** null: another request has come since. */
  | { kind: 'names'; id: number; picture: Picture | null }
  /** More names could be written now than when they were asked for. */
  | { kind: 'more-names' }
  /** The tiles aren't where the manifest said. */
  | { kind: 'gone' };

export interface Setup {
  areas: readonly Area[];
  /** Of names, as in `name_pl`. */
  language: string;
}

/** A canvas to paint on, and what is on it as something to show. */
export interface Drawing {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  finish: () => Picture;
}

export interface StreetPainter {
  setLook(look: StreetLook): void;
  show(view: StreetView): void;
  paintNames(request: NamesRequest): void;
  destroy(): void;
}

/**
 * Fetches, decodes and paints streets and names. It runs in a worker where the browser can, else on the page's thread, in slices.
 * @param createDrawing makes an empty canvas of so many device pixels
 */
export function createStreetPainter(
  { areas, language }: Setup,
  createDrawing: (width: number, height: number) => Drawing,
  sliceMs: number,
  answer: (answer: Answer) => void,
): StreetPainter {
  const store = createTileStore(
    (...request) => fetch(...request),
    (bytes) => inSlices(readStreetTile(bytes), sliceMs),
    work,
    () => answer({ kind: 'gone' }),
  );
  const widths = new Map<string, number>();
  let look: StreetLook | null = null;
  let view: StreetView | null = null;
  let queue: PicturePlace[] = [];
  let names: NamesRequest | null = null;
  /** When names no longer wait for tiles. */
  let namesWaitUntil = 0;
  let namesTimer: ReturnType<typeof setTimeout> | undefined;
  /** Names were written before all tiles had come. */
  let namesLack = false;
  let isWorking = false;
  let destroyed = false;

  const isThere = (address: TileAddress) => store.take(addressOf(address)) !== undefined;
  /** Whether all of the view is there; sends for what isn't. */
  const isComplete = () =>
    view === null || [...tilesFor(areas, view.box, view.zoom)].map(isThere).every(Boolean);
  const boxOfPicture = ({ x, y }: PicturePlace, zoom: number): UnitBox => {
    const side = WORLD / 2 ** zoom;
    // A hair less: its neighbours' tiles aren't its own.
    return { west: x * side + 1, north: y * side + 1, east: (x + 1) * side - 1, south: (y + 1) * side - 1 };
  };

  function work(): void {
    if (isWorking || destroyed) return;
    isWorking = true;
    void workOn().finally(() => (isWorking = false));
  }

  async function workOn(): Promise<void> {
    while (!destroyed && look !== null && view !== null) {
      const { zoom, pixelRatio } = view;
      const at = queue.findIndex((place) =>
        [...tilesFor(areas, boxOfPicture(place, zoom), zoom)].every(isThere),
      );
      if (at >= 0) {
        const [place] = queue.splice(at, 1);
        const picture = await paintPicture(place!, zoom, pixelRatio, look).catch(() => null);
        answer({ kind: 'picture', zoom, ...place!, picture });
        continue;
      }
      const complete = isComplete();
      if (names !== null && (complete || performance.now() >= namesWaitUntil)) {
        const request = names;
        names = null;
        namesLack = !complete;
        answer({ kind: 'names', id: request.id, picture: writeNames(request, look) });
      } else if (namesLack && complete) {
        namesLack = false;
        answer({ kind: 'more-names' });
      }
      return;
    }
  }

  async function paintPicture(
    place: PicturePlace,
    zoom: number,
    pixelRatio: number,
    look: StreetLook,
  ): Promise<Picture | null> {
    const box = boxOfPicture(place, zoom);
    const tiles = [...tilesFor(areas, box, zoom)].flatMap((address) => {
      const tile = store.take(addressOf(address));
      return tile ? [{ address, tile }] : [];
    });
    if (tiles.length === 0) return null;
    const side = Math.round(PICTURE_PIXELS * pixelRatio);
    const drawing = createDrawing(side, side);
    for (const { address, tile } of tiles)
      await inSlices(paintArea(drawing.context, address, tile, box, zoom, pixelRatio, look), sliceMs);
    return drawing.finish();
  }

  function* paintArea(
    context: Drawing['context'],
    { area, zoom: tileZoom, x, y }: TileAddress,
    tile: StreetTile,
    box: UnitBox,
    zoom: number,
    pixelRatio: number,
    look: StreetLook,
  ): Generator<void, void> {
    const unit = WORLD / 2 ** tileZoom / TILE_UNITS;
    const copy = Math.floor(box.west / WORLD) * WORLD;
    const west = (box.west - 1) / unit - x * TILE_UNITS;
    const north = (box.north - 1) / unit - y * TILE_UNITS;
    const pixelsPerUnit = (unit * 2 ** zoom * PICTURE_PIXELS) / WORLD;
    const scale = pixelsPerUnit * pixelRatio;
    context.save();
    try {
      context.setTransform(scale, 0, 0, scale, -west * scale, -north * scale);
      // Beyond an operator's area the map of the world goes on.
      const [left, right] = [area.west + copy, area.east + copy].map(
        (edge) => edge / unit - x * TILE_UNITS,
      ) as [number, number];
      const [top, bottom] = [area.north, area.south].map((edge) => edge / unit - y * TILE_UNITS) as [
        number,
        number,
      ];
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.clip();
      context.fillStyle = look.colours.land;
      const side = PICTURE_PIXELS / pixelsPerUnit;
      context.fillRect(west, north, side, side);
      yield* paintTile(context, tile, { west, north, side, unitsPerPixel: 1 / pixelsPerUnit, zoom }, look);
    } finally {
      context.restore();
    }
  }

  function writeNames({ frame, pixelRatio, pins, others }: NamesRequest, look: StreetLook): Picture | null {
    const tiles = placedIn(frame);
    const { context, finish } = createDrawing(
      Math.round(frame.width * pixelRatio),
      Math.round(frame.height * pixelRatio),
    );
    const measure = (text: string, style: LabelStyle) => {
      const key = `${style} ${text}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      const width = measureLabel(context, text, style, look);
      if (widths.size >= MAX_MEASURED) widths.clear();
      widths.set(key, width);
      return width;
    };
    context.save();
    try {
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      const outside = others.filter((name) => !tiles.some((tile) => covers(tile, name)));
      paintLabels(context, [...listNames(tiles, frame, language, measure), ...outside], pins, look);
    } catch {
      // What was written until then is to be seen.
    } finally {
      context.restore();
    }
    return finish();
  }

  function placedIn(frame: Frame): PlacedTile[] {
    const box = {
      west: frame.west,
      north: frame.north,
      east: frame.west + frame.width * frame.unitsPerPixel,
      south: frame.north + frame.height * frame.unitsPerPixel,
    };
    return [...tilesFor(areas, box, frame.zoom)].flatMap((address) => {
      const tile = store.take(addressOf(address));
      return tile ? [placeTile(tile, address, frame)] : [];
    });
  }

  return {
    setLook(next) {
      look = next;
      widths.clear();
      work();
    },
    show(next) {
      view = next;
      queue = [...next.wanted];
      store.keep(new Set([...tilesFor(areas, next.box, next.zoom)].map(addressOf)));
      isComplete();
      work();
    },
    paintNames(request) {
      if (names !== null) answer({ kind: 'names', id: names.id, picture: null });
      names = request;
      namesWaitUntil = performance.now() + NAMES_WAIT_MS;
      clearTimeout(namesTimer);
      namesTimer = setTimeout(work, NAMES_WAIT_MS);
      work();
    },
    destroy() {
      destroyed = true;
      clearTimeout(namesTimer);
      store.destroy();
    },
  };
}

const covers = ({ west, north, pixelsPerUnit }: PlacedTile, { x, y }: StyledSpot): boolean =>
  x >= west && y >= north && x < west + TILE_UNITS * pixelsPerUnit && y < north + TILE_UNITS * pixelsPerUnit;
