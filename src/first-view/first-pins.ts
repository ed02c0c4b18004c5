import { readColumns } from '#network/snapshot-format/block-codec.ts';
import { listSquares } from '#network/snapshot-format/block-table.ts';
import { blockFile } from '#network/snapshot-format/layout.ts';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { projectLatitude, projectLongitude, unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import { keysInSquare, keyX, keyY } from '#network/snapshot-format/morton.ts';

/** The view that the page's URL names; degrees. */
interface View {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Below this zoom a view shows clusters, not points. */
const MIN_ZOOM = 10;
const DOT_PIXELS = 16;
/** More would compete with the app's code for the connection. */
const MAX_BLOCKS = 4;

/**
 * Draws the points of the view's blocks as dots, the middle block's first, unless the app has already
 * drawn its map. A press on a dot is recorded for the app. Doesn't validate the data; the app does.
 * @param folder address of the version's folder, with a trailing slash
 * @throws anything if a block can't be fetched or read
 */
export async function drawFirstPins(
  folder: string,
  squares: SnapshotManifest['squares'],
  { latitude, longitude, zoom }: View,
): Promise<void> {
  const dots = document.getElementById('first-pins');
  if (!(zoom >= MIN_ZOOM) || dots === null) return;
  const { width, height } = dots.getBoundingClientRect();
  const pixel = unitsOfPixels(1, zoom);
  const frame = {
    x: projectLongitude(longitude),
    y: projectLatitude(latitude),
    halfWidth: (width / 2) * pixel,
    halfHeight: (height / 2) * pixel,
  };
  /**
   * Positions that have a dot: of overlapping dots only the first is drawn, as a thousand would take
   * longer than all the code before.
   */
  const taken = new Set<string>();
  dots.addEventListener('click', recordPress);
  await Promise.all(
    findBlocks(squares, frame).map(async ({ index, key }) => {
      const bytes = await fetchFile(folder + blockFile(index));
      // Code from the cache means that the land is cached too, and the pins can wait for it: see
      // PickerMap.svelte.
      window.droppointIsWarm = performance
        .getEntriesByType('resource')
        .some(
          (entry) =>
            (entry as PerformanceResourceTiming).transferSize === 0 && entry.name.includes('/immutable/'),
        );
      if (!window.droppointIsWarm && !window.droppointMapIsThere)
        drawDots(dots, readColumns(new Uint8Array(bytes), key).keys, frame, pixel, taken);
    }),
  );
}

/** Fetches a file of the published network, and keeps it for the app. @throws TypeError, or an Error with the status */
export async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const bytes = await response.arrayBuffer();
  (window.droppointFiles ??= new Map()).set(address, bytes);
  return bytes;
}

/** Middle of the map, and half its width and height, in Mercator units. */
interface Frame {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}

/** Finds the non-empty squares in the frame, nearest to its middle first. */
function findBlocks(
  squares: string,
  { x, y, halfWidth, halfHeight }: Frame,
): { index: number; key: number }[] {
  const blocks: { index: number; key: number; distance: number }[] = [];
  for (const { index, level, key } of listSquares(squares)) {
    if (index === null) continue;
    const side = Math.sqrt(keysInSquare(level));
    /** How far the square is from the middle along an axis. */
    const gap = (at: number, from: number) => Math.max(from - at, at - from - side, 0);
    const [gapX, gapY] = [gap(x, keyX(key)), gap(y, keyY(key))];
    if (gapX < halfWidth && gapY < halfHeight) blocks.push({ index, key, distance: Math.max(gapX, gapY) });
  }
  return blocks.sort((a, b) => a.distance - b.distance).slice(0, MAX_BLOCKS);
}

/** @param pixel Mercator units per pixel of the screen */
function drawDots(
  dots: HTMLElement,
  keys: Float64Array,
  { x, y, halfWidth, halfHeight }: Frame,
  pixel: number,
  taken: Set<string>,
): void {
  for (const key of keys) {
    const left = (halfWidth + keyX(key) - x) / pixel;
    const top = (halfHeight + keyY(key) - y) / pixel;
    if (left < 0 || top < 0 || left * pixel > halfWidth * 2 || top * pixel > halfHeight * 2) continue;
    const place = `${Math.round(left / DOT_PIXELS)} ${Math.round(top / DOT_PIXELS)}`;
    if (taken.has(place)) continue;
    taken.add(place);
    const dot = document.createElement('i');
    dot.style.transform = `translate(${left}px, ${top}px)`;
    dots.append(dot);
  }
}

/** Marks the pressed dot, and records its place: the app's map will press the pin there. */
function recordPress({ target, currentTarget, clientX, clientY }: MouseEvent): void {
  const dots = currentTarget as HTMLElement;
  const { left, top, width, height } = dots.getBoundingClientRect();
  dots.querySelector('.pressed')?.classList.remove('pressed');
  (target as HTMLElement).classList.add('pressed');
  window.droppointPress = { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
