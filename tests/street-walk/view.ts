import { projectLatitude, projectLongitude, unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import type { Hand, Spot } from './hand.ts';

/** The map in its window. */
export interface View {
  /** The map's middle in Mercator units. */
  x: number;
  y: number;
  zoom: number;
  /** Position and size of the map, in pixels of the window. */
  left: number;
  top: number;
  width: number;
  height: number;
  windowWidth: number;
  theme: 'light' | 'dark';
}

/** Waits until nothing moves any more, and the address names the view shown: it is written 400 ms after the last move. */
const QUIET_FRAMES = 30;
const MAX_FRAMES = 1_800;

/** Reads the view once the map is at rest. */
export async function readView(hand: Hand): Promise<View> {
  await hand.run(waitForRest, { quietFrames: QUIET_FRAMES, maxFrames: MAX_FRAMES });
  const { query, ...seen } = await hand.run(readWindow, null);
  const address = new URLSearchParams(query);
  const [latitude, longitude, zoom] = ['latitude', 'longitude', 'zoom'].map((name) =>
    Number(address.get(name) ?? NaN),
  );
  if (Number.isNaN(zoom)) throw new Error(`The address names no view: ${query}`);
  return { ...seen, x: projectLongitude(longitude!), y: projectLatitude(latitude!), zoom: zoom! };
}

/** Where a spot of the window is on the map, in Mercator units. */
export function unitsAt({ x, y, zoom, left, top, width, height }: View, spot: Spot): Spot {
  const unit = unitsOfPixels(1, zoom);
  return { x: x + (spot.x - left - width / 2) * unit, y: y + (spot.y - top - height / 2) * unit };
}

async function waitForRest({ quietFrames, maxFrames }: { quietFrames: number; maxFrames: number }) {
  let [quiet, address] = [0, location.href];
  const observer = new MutationObserver(() => (quiet = 0));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  for (let count = 0; quiet < quietFrames && count < maxFrames; count++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const isMoving = document
      .getAnimations()
      .some(
        ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
      );
    quiet = isMoving || address !== location.href ? 0 : quiet + 1;
    address = location.href;
  }
  observer.disconnect();
}

function readWindow() {
  const { left, top, width, height } = document.querySelector('.dp-map')!.getBoundingClientRect();
  return {
    query: location.search,
    ...{ left, top, width, height },
    windowWidth: innerWidth,
    theme: document.documentElement.dataset['theme'] === 'dark' ? ('dark' as const) : ('light' as const),
  };
}
