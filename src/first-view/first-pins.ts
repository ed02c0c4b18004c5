import { readColumns } from '../lib/snapshot-format/block-codec.ts';
import { listSquares } from '../lib/snapshot-format/block-table.ts';
import { blockFile } from '../lib/snapshot-format/layout.ts';
import type { SnapshotManifest } from '../lib/snapshot-format/manifest.ts';
import { projectLatitude, projectLongitude, unitsOfPixels } from '../lib/snapshot-format/mercator.ts';
import { keysInSquare, keyX, keyY } from '../lib/snapshot-format/morton.ts';

/** The view that the page's URL names; degrees. */
interface View {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Below this zoom a view shows clusters, not points. */
const MIN_ZOOM = 10;
const DOT_PIXELS = 16;

/**
 * Draws the points of the block in the middle of the view as dots, unless the app's map is there already. Doesn't validate the
 * data; the app does.
 * @param folder address of the version's folder, with a slash at its end
 * @throws anything if the block can't be fetched or read
 */
export async function drawFirstPins(
  folder: string,
  squares: SnapshotManifest['squares'],
  { latitude, longitude, zoom }: View,
): Promise<void> {
  if (!(zoom >= MIN_ZOOM)) return;
  const x = projectLongitude(longitude);
  const y = projectLatitude(latitude);
  const block = findBlock(squares, x, y);
  if (block === null) return;
  const response = await fetch(folder + blockFile(block.index));
  const bytes = new Uint8Array(await response.arrayBuffer());
  // With code from the cache, the land comes from it too, soon enough for the pins to wait for it: see PickerMap.svelte.
  window.droppointIsWarm = performance
    .getEntriesByType('resource')
    .some(
      (entry) =>
        (entry as PerformanceResourceTiming).transferSize === 0 && entry.name.includes('/immutable/'),
    );
  const dots = document.getElementById('first-pins');
  if (!response.ok || window.droppointIsWarm || window.droppointMapIsThere || dots === null) return;
  drawDots(dots, readColumns(bytes, block.key).keys, x, y, unitsOfPixels(1, zoom));
}

/** Finds the non-empty square that contains a position; Mercator units. */
function findBlock(squares: string, x: number, y: number): { index: number; key: number } | null {
  for (const { index, level, key } of listSquares(squares)) {
    const side = Math.sqrt(keysInSquare(level));
    const isIn = (at: number, from: number) => at >= from && at < from + side;
    if (index !== null && isIn(x, keyX(key)) && isIn(y, keyY(key))) return { index, key };
  }
  return null;
}

/** @param pixel Mercator units per pixel of the screen */
function drawDots(dots: HTMLElement, keys: Float64Array, x: number, y: number, pixel: number): void {
  const { width, height } = dots.getBoundingClientRect();
  // Of overlapping dots only the first is drawn: in a dense network a thousand dots would take longer than all the code before.
  const taken = new Set<string>();
  for (const key of keys) {
    const left = width / 2 + (keyX(key) - x) / pixel;
    const top = height / 2 + (keyY(key) - y) / pixel;
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const place = `${Math.round(left / DOT_PIXELS)} ${Math.round(top / DOT_PIXELS)}`;
    if (taken.has(place)) continue;
    taken.add(place);
    const dot = document.createElement('i');
    dot.style.transform = `translate(${left}px, ${top}px)`;
    dots.append(dot);
  }
}
