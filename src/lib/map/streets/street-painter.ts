import { createNamesWriter } from './write-names.ts';
import { boxOfFrame, type Box } from '../frame.ts';
import { inSlices } from '#async/in-slices.ts';
import type { Context } from '../label-styles.ts';
import { createNamesTurn } from './names-turn.ts';
import { type AddressedTile, boxOfPicture, paintPicture } from './paint-picture.ts';
import type {
  Canvas,
  NamesRequest,
  Outcome,
  PainterEvent,
  Setup,
  StreetPainter,
} from './painter-messages.ts';
import { createPictureQueue, type QueuedPicture } from './picture-queue.ts';
import type { StreetLook } from './street-look.ts';
import { addressOfTile, tilesFor } from './tile-places.ts';
import { readStreetTile } from './tile-reader.ts';
import { createTileStore } from './tile-store.ts';

/** While painting, finished pictures are reported together at this interval, as each report makes the page draw a frame. */
const REPORT_EVERY_MS = 100;

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
 * Fetches, decodes and paints streets and names: pictures while there are any whose tiles are loaded, then names. Runs in a worker if
 * possible, else on the page's thread, in slices.
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
  const pictures = createPictureQueue();
  const names = createNamesTurn<NamesRequest>(work);
  const writeNames = createNamesWriter(language);
  /**
   * Contexts of pictures and names, by their ids. They are stored, because Firefox returns the
   * context of a transferred canvas only until the canvas has been shown; later it throws "Cannot
   * update created context to different thread".
   */
  const contexts = new Map<number, Context>();
  /** Pictures are painted here in slices, then copied, so that none is shown unfinished. */
  const draft = contextOf(createCanvas());
  let look: StreetLook | null = null;
  /** Addresses of the tiles of the view; null until there is one. */
  let inView: readonly string[] | null = null;
  let reportedAt = 0;
  let isWorking = false;
  let destroyed = false;

  /** Whether a tile has loaded or failed; requests a missing one. */
  const isThere = (address: string) => store.take(address) !== undefined;

  function work(): void {
    if (!isWorking) void workOn();
  }

  async function workOn(): Promise<void> {
    isWorking = true;
    try {
      while (!destroyed && look !== null && inView !== null) {
        const picture = pictures.take((picture) =>
          [...tilesFor(areas, boxOfPicture(picture), picture.zoom)].map(addressOfTile).every(isThere),
        );
        if (picture === undefined) {
          report();
          writeNamesIfDue(look);
          break;
        }
        pictures.settle(picture, await paint(picture, look).catch((): Outcome => 'failed'));
        if (performance.now() - reportedAt > REPORT_EVERY_MS) report();
      }
    } finally {
      // Set it here, not when the promise is settled: a request in between would start nothing.
      isWorking = false;
    }
  }

  function report(): void {
    const painted = pictures.takeReports();
    if (painted.length === 0) return;
    reportedAt = performance.now();
    whenShown(() => emit({ kind: 'pictures', painted }));
  }

  async function paint(picture: QueuedPicture, look: StreetLook): Promise<Outcome> {
    const tiles = tilesIn(boxOfPicture(picture), picture.zoom);
    const side = contexts.get(picture.id)?.canvas.width;
    if (tiles.length === 0 || side === undefined) return 'empty';
    if (draft.canvas.width !== side) draft.canvas.width = draft.canvas.height = side;
    await inSlices(paintPicture(draft, picture, tiles, look), sliceMs);
    const context = contexts.get(picture.id);
    // Dropped meanwhile.
    if (context === undefined) return 'empty';
    // Replaces the previous contents.
    context.globalCompositeOperation = 'copy';
    context.drawImage(draft.canvas, 0, 0);
    return 'painted';
  }

  function writeNamesIfDue(look: StreetLook): void {
    // `map` first: it requests all that are missing.
    const isComplete = inView!.map(isThere).every(Boolean);
    const request = names.take(isComplete, () => emit({ kind: 'more-names' }));
    if (request === null) return;
    const { id, frame } = request;
    const context = contexts.get(id);
    if (context) writeNames(context, request, tilesIn(boxOfFrame(frame), frame.zoom), look);
    whenShown(() => emit({ kind: 'names', id, isWritten: true }));
  }

  /** The loaded tiles of a box. */
  function tilesIn(box: Box, zoom: number): AddressedTile[] {
    return [...tilesFor(areas, box, zoom)].flatMap((address) => {
      const tile = store.take(addressOfTile(address));
      return tile ? [{ address, tile }] : [];
    });
  }

  return {
    setLook(next) {
      look = next;
      pictures.repaint();
      work();
    },
    show({ wanted, box, zoom }) {
      pictures.setWaiting(wanted, zoom);
      for (const { id, canvas } of wanted) if (canvas !== null) contexts.set(id, contextOf(canvas));
      inView = [...tilesFor(areas, box, zoom)].map(addressOfTile);
      store.setVisible(new Set(inView));
      inView.forEach(isThere);
      work();
    },
    paintNames(request) {
      contexts.set(request.id, contextOf(request.canvas));
      const replaced = names.request(request);
      if (replaced !== null) emit({ kind: 'names', id: replaced.id, isWritten: false });
      work();
    },
    drop(ids) {
      for (const id of ids) {
        const canvas = contexts.get(id)?.canvas;
        // Frees its memory at once, not at the next garbage collection.
        if (canvas !== undefined) canvas.width = canvas.height = 0;
        contexts.delete(id);
        pictures.drop(id);
      }
    },
    destroy() {
      destroyed = true;
      names.destroy();
      store.destroy();
    },
  };
}

const contextOf = (canvas: Canvas) => canvas.getContext('2d') as Context;
