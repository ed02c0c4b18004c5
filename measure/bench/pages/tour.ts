/** Leaflet waits 40 ms for further wheel events, then animates for 250. */
const ZOOM_MS = 340;
/** The wheel delta that changes Leaflet's zoom by one level. */
const NOTCH_PIXELS = -60;
const DRAG_FRAMES = 24;
const DRAG_STEP_PIXELS = 6;

/** The course of a tour. */
export interface Course {
  /** The map's zoom at the start. */
  from: number;
  to: number;
  /** The zooms at which the map is dragged to and fro. */
  dragZooms: readonly number[];
}

/**
 * Zooms in with the wheel at the centre of the map, one level at a time, and drags the map to and fro at some zooms; the same
 * events for every variant.
 * @returns milliseconds between frames
 */
export async function takeTour(element: HTMLElement, { from, to, dragZooms }: Course): Promise<number[]> {
  const frames: number[] = [];
  let beforeMs = await frame();
  let over = false;
  const watch = (nowMs: number) => {
    frames.push(nowMs - beforeMs);
    beforeMs = nowMs;
    if (!over) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);

  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  for (let zoom = from; zoom <= to; zoom++) {
    if (zoom > from) {
      send('wheel', middle);
      await pause(ZOOM_MS);
    }
    if (dragZooms.includes(zoom)) {
      await drag(middle, DRAG_STEP_PIXELS);
      await drag(middle, -DRAG_STEP_PIXELS);
    }
  }
  over = true;
  await frame();
  return frames;
}

async function drag({ x, y }: Spot, stepPixels: number): Promise<void> {
  send('mousedown', { x, y });
  for (let step = 1; step <= DRAG_FRAMES; step++) {
    await frame();
    send('mousemove', { x: x + step * stepPixels, y: y + step * (stepPixels / 2) });
  }
  // Pause for a moment: with inertia, the drag back would end somewhere else.
  await pause(120);
  send('mouseup', { x: x + DRAG_FRAMES * stepPixels, y: y + DRAG_FRAMES * (stepPixels / 2) });
  await frame();
}

interface Spot {
  x: number;
  y: number;
}

function send(type: 'wheel' | 'mousedown' | 'mousemove' | 'mouseup', { x, y }: Spot): void {
  const common = { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y };
  const target = document.elementFromPoint(x, y) ?? document.body;
  target.dispatchEvent(
    type === 'wheel'
      ? new WheelEvent(type, { ...common, deltaY: NOTCH_PIXELS })
      : new MouseEvent(type, { ...common, button: 0, buttons: type === 'mouseup' ? 0 : 1 }),
  );
}

function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
