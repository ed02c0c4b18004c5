import { WORLD } from '../../snapshot-format/mercator.ts';
import { boxOfFrame, type Frame, type Box } from '../frame.ts';
import { inSlices } from '../in-slices.ts';
import { type Context, type LabelStyle, measureLabel } from '../label-styles.ts';
import { paintLabels, type StyledSpot } from '../paint-labels.ts';
import type { Obstacle } from '../place-labels.ts';
import type { Area } from './areas.ts';
import { FADE_PIXELS, fadeEdges } from './fade-edges.ts';
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
} from './tile-places.ts';
import { TILE_UNITS } from '../map-levels.ts';
import { readStreetTile, type StreetTile } from './tile-reader.ts';
import { createTileStore } from './tile-store.ts';

/** Names wait for tiles no longer than this, so that they appear together rather than tile by tile. */
const NAMES_WAIT_MS = 600;
const MAX_MEASURED = 4_000;
/** A picture that can't be painted this many times is reported as failed. */
const MAX_TRIES = 3;
/** While painting, finished pictures are reported together at this interval, as each report makes the page draw a frame. */
const NOTIFY_EVERY_MS = 100;

/** A canvas of the page, or one transferred to the worker. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** Position of a picture in the grid of a zoom; x may lie in another copy of the world. */
export interface PicturePlace {
  x: number;
  y: number;
}

export interface WantedPicture<Any extends Canvas = Canvas> extends PicturePlace {
  id: number;
  /** A square canvas to paint on; null if given before. */
  canvas: Any | null;
}

/** Of an `empty` picture, the base map shows; a `failed` one has the contents it had before. */
export type Outcome = 'painted' | 'empty' | 'failed';

export interface PaintedPicture {
  id: number;
  outcome: Outcome;
}

export interface StreetView<Any extends Canvas = Canvas> {
  zoom: number;
  /** The area in view, in Mercator units. */
  box: Box;
  /** Pictures to paint, the most important first. Replaces the list requested before. */
  wanted: readonly WantedPicture<Any>[];
}

export interface NamesRequest<Any extends Canvas = Canvas> {
  id: number;
  /** Has the frame's size in device pixels. */
  canvas: Any;
  frame: Frame;
  pixelRatio: number;
  /** In pixels of the frame. */
  obstacles: readonly Obstacle[];
  /** Names of the base map; written where there are no streets. */
  others: readonly StyledSpot[];
}

export type PainterEvent =
  | { kind: 'pictures'; painted: readonly PaintedPicture[] }
  /** Names were written, or not as a newer request replaced this one. */
  | { kind: 'names'; id: number; isWritten: boolean }
  /** All tiles have loaded since names were last written: more could be written now. */
  | { kind: 'more-names' }
  /** A tile isn't at its address from the manifest. */
  | { kind: 'gone' };

export interface Setup {
  areas: readonly Area[];
  /** Language of names, as in `name_pl`. */
  language: string;
}

export interface StreetPainter<Any extends Canvas = Canvas> {
  setLook(look: StreetLook): void;
  show(view: StreetView<Any>): void;
  paintNames(request: NamesRequest<Any>): void;
  /** Frees the canvases of pictures and names that are no longer shown. */
  drop(ids: readonly number[]): void;
  destroy(): void;
}

/** The differences between a worker and the page's thread. */
export interface Dependencies {
  /** Creates a canvas outside the document. */
  createCanvas: () => Canvas;
  /** Calls back when everything painted so far is visible on the page's canvases. */
  whenShown: (then: () => void) => void;
  /** Length of a slice in milliseconds; the default of inSlices if omitted. */
  sliceMs?: number;
}

/**
 * Fetches, decodes and paints streets and names. Runs in a worker if possible, else on the page's thread, in slices.
 */
export function createStreetPainter(
  { areas, language }: Setup,
  { createCanvas, whenShown, sliceMs }: Dependencies,
  emit: (event: PainterEvent) => void,
): StreetPainter {
  const store = createTileStore(
    (...request) => fetch(...request),
    (bytes) => inSlices(readStreetTile(bytes), sliceMs),
    work,
    () => emit({ kind: 'gone' }),
  );
  const widths = new Map<string, number>();
  let look: StreetLook | null = null;
  let view: StreetView | null = null;
  let queue: WantedPicture[] = [];
  /** Canvases of pictures and names, by their ids. */
  const canvases = new Map<number, Canvas>();
  /** Ids of pictures painted with the current look, which the page may not know yet. */
  const finished = new Set<number>();
  /** Id of the picture being painted with the current look. */
  let painting: number | null = null;
  /** How often pictures have failed in a row, by their ids. */
  const tries = new Map<number, number>();
  /** Pictures are painted here in slices, then copied, so that none is shown unfinished. */
  const draft = contextOf(createCanvas());
  let unreported: PaintedPicture[] = [];
  let notifiedAt = 0;
  let names: NamesRequest | null = null;
  /** Time until which names wait for tiles. */
  let namesWaitUntil = 0;
  let namesTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether names were last written before all tiles had loaded. */
  let namesLack = false;
  let isWorking = false;
  let destroyed = false;

  const isThere = (address: TileAddress) => store.take(addressOf(address)) !== undefined;
  /** Whether all tiles of the view have loaded or failed; requests missing ones. */
  const isComplete = () =>
    view === null || [...tilesFor(areas, view.box, view.zoom)].map(isThere).every(Boolean);
  const boxOfPicture = ({ x, y }: PicturePlace, zoom: number): Box => {
    const side = WORLD / 2 ** zoom;
    // A unit less on each side, so as not to touch its neighbours' tiles.
    return { west: x * side + 1, north: y * side + 1, east: (x + 1) * side - 1, south: (y + 1) * side - 1 };
  };

  function work(): void {
    if (!isWorking) void workOn();
  }

  async function workOn(): Promise<void> {
    isWorking = true;
    try {
      while (!destroyed && look !== null && view !== null) {
        const { zoom } = view;
        const at = queue.findIndex((place) =>
          [...tilesFor(areas, boxOfPicture(place, zoom), zoom)].every(isThere),
        );
        if (at < 0) {
          notify();
          paintNamesIfDue(look);
          break;
        }
        const place = queue.splice(at, 1)[0]!;
        const paintedLook = look;
        painting = place.id;
        const outcome = await paintPicture(place, zoom, look).catch(() => 'failed' as const);
        // If the look has changed, the page requests it again.
        if (look !== paintedLook) continue;
        painting = null;
        if (outcome === 'failed' && mayTryAgain(place, zoom)) continue;
        tries.delete(place.id);
        if (outcome !== 'failed') finished.add(place.id);
        unreported.push({ id: place.id, outcome });
        if (performance.now() - notifiedAt > NOTIFY_EVERY_MS) notify();
      }
    } finally {
      // Here, not when the promise is settled: a request in between would start nothing.
      isWorking = false;
    }
  }

  function paintNamesIfDue(look: StreetLook): void {
    const complete = isComplete();
    if (names !== null && (complete || performance.now() >= namesWaitUntil)) {
      const request = names;
      names = null;
      namesLack = !complete;
      writeNames(request, look);
      whenShown(() => emit({ kind: 'names', id: request.id, isWritten: true }));
    } else if (namesLack && complete) {
      namesLack = false;
      emit({ kind: 'more-names' });
    }
  }

  /** Puts a picture that failed at the end of the queue, a limited number of times; not if the zoom has changed meanwhile. */
  function mayTryAgain(place: WantedPicture, zoom: number): boolean {
    if (view?.zoom !== zoom) return true;
    const failures = (tries.get(place.id) ?? 0) + 1;
    tries.set(place.id, failures);
    if (failures < MAX_TRIES) queue.push(place);
    return failures < MAX_TRIES;
  }

  function notify(): void {
    if (unreported.length === 0) return;
    const painted = unreported;
    unreported = [];
    notifiedAt = performance.now();
    whenShown(() => emit({ kind: 'pictures', painted }));
  }

  async function paintPicture(
    place: WantedPicture,
    zoom: number,
    look: StreetLook,
  ): Promise<'painted' | 'empty'> {
    const box = boxOfPicture(place, zoom);
    const tiles = tilesIn(box, zoom);
    const side = canvases.get(place.id)?.width;
    if (tiles.length === 0 || side === undefined) return 'empty';
    if (draft.canvas.width !== side) draft.canvas.width = draft.canvas.height = side;
    draft.clearRect(0, 0, side, side);
    // Beside another area, nothing is to be seen between the two.
    const isAlone = tiles.every(({ address }) => address.area === tiles[0]!.address.area);
    for (const { address, tile } of tiles)
      await inSlices(
        paintArea(draft, address, tile, box, zoom, side / PICTURE_PIXELS, isAlone, look),
        sliceMs,
      );
    const canvas = canvases.get(place.id);
    // Dropped meanwhile: nobody waits for it.
    if (canvas === undefined) return 'empty';
    const context = contextOf(canvas);
    // Replaces the previous contents.
    context.globalCompositeOperation = 'copy';
    context.drawImage(draft.canvas, 0, 0);
    return 'painted';
  }

  function* paintArea(
    context: Context,
    { area, zoom: tileZoom, x, y }: TileAddress,
    tile: StreetTile,
    box: Box,
    zoom: number,
    pixelRatio: number,
    isAlone: boolean,
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
      // Outside the operator's area, the base map shows.
      const [left, top] = [(area.west + copy) / unit - x * TILE_UNITS, area.north / unit - y * TILE_UNITS];
      const [width, height] = [(area.east - area.west) / unit, (area.south - area.north) / unit];
      context.beginPath();
      context.rect(left, top, width, height);
      context.clip();
      context.fillStyle = look.colours.land;
      const side = PICTURE_PIXELS / pixelsPerUnit;
      context.fillRect(west, north, side, side);
      yield* paintTile(context, tile, { west, north, side, unitsPerPixel: 1 / pixelsPerUnit, zoom }, look);
      if (!isAlone) return;
      const edges = { left, top, right: left + width, bottom: top + height };
      const picture = { left: west, top: north, right: west + side, bottom: north + side };
      fadeEdges(context, edges, picture, FADE_PIXELS / pixelsPerUnit);
    } finally {
      context.restore();
    }
  }

  function writeNames(
    { canvas, frame, pixelRatio, obstacles, others }: NamesRequest,
    look: StreetLook,
  ): void {
    const tiles = tilesIn(boxOfFrame(frame), frame.zoom).map((there) => placeTile(there, frame));
    const context = contextOf(canvas);
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
      paintLabels(context, [...listNames(tiles, frame, language, measure), ...outside], obstacles, look);
    } catch {
      // What has been written is shown.
    } finally {
      context.restore();
    }
  }

  /** The loaded tiles of a box. */
  function tilesIn(box: Box, zoom: number): { address: TileAddress; tile: StreetTile }[] {
    return [...tilesFor(areas, box, zoom)].flatMap((address) => {
      const tile = store.take(addressOf(address));
      return tile ? [{ address, tile }] : [];
    });
  }

  return {
    setLook(next) {
      look = next;
      finished.clear();
      painting = null;
      widths.clear();
      work();
    },
    show(next) {
      view = next;
      queue = next.wanted.filter(({ id }) => id !== painting && !finished.has(id));
      for (const { id, canvas } of next.wanted) if (canvas !== null) canvases.set(id, canvas);
      store.keep(new Set([...tilesFor(areas, next.box, next.zoom)].map(addressOf)));
      isComplete();
      work();
    },
    paintNames(request) {
      if (names !== null) emit({ kind: 'names', id: names.id, isWritten: false });
      names = request;
      canvases.set(request.id, request.canvas);
      namesWaitUntil = performance.now() + NAMES_WAIT_MS;
      clearTimeout(namesTimer);
      namesTimer = setTimeout(work, NAMES_WAIT_MS);
      work();
    },
    drop(ids) {
      for (const id of ids) {
        const canvas = canvases.get(id);
        // Frees its memory at once, not at the next garbage collection.
        if (canvas !== undefined) canvas.width = canvas.height = 0;
        canvases.delete(id);
        finished.delete(id);
        tries.delete(id);
      }
    },
    destroy() {
      destroyed = true;
      clearTimeout(namesTimer);
      store.destroy();
    },
  };
}

const contexts = new WeakMap<Canvas, Context>();

/**
 * The context of a canvas. Kept, as Firefox gives that of a transferred canvas only until it has been shown: later it throws "Cannot
 * update created context to different thread".
 */
function contextOf(canvas: Canvas): Context {
  const known = contexts.get(canvas);
  if (known !== undefined) return known;
  const context = canvas.getContext('2d') as Context;
  contexts.set(canvas, context);
  return context;
}

const covers = ({ west, north, pixelsPerUnit }: PlacedTile, { x, y }: StyledSpot): boolean =>
  x >= west && y >= north && x < west + TILE_UNITS * pixelsPerUnit && y < north + TILE_UNITS * pixelsPerUnit;
