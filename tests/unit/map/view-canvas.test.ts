import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Map as LeafletMap } from 'leaflet';
import { createFrameQueue } from '../../../src/lib/map/frame-queue.ts';
import { createViewCanvas } from '../../../src/lib/map/view-canvas.ts';

/** Whether the canvas in the document covers the view. */
let isCovered = true;
/** Called by the map while it is dragged. */
let move = () => {};

// Leaflet needs a document.
vi.mock('../../../src/lib/map/leaflet.ts', () => ({
  bounds: (min: unknown) => ({ min, contains: () => isCovered }),
  DomUtil: { setTransform: () => undefined },
}));

/** A point of Leaflet's, with the members that a canvas needs. */
const pointAt = (x: number, y: number): object => ({
  x,
  y,
  add: () => pointAt(x, y),
  subtract: () => pointAt(x, y),
  multiplyBy: (by: number) => pointAt(x * by, y * by),
  round: () => pointAt(x, y),
  ceil: () => pointAt(x, y),
});

const map = {
  getSize: () => pointAt(800, 600),
  containerPointToLayerPoint: (point: object) => point,
  getPixelOrigin: () => pointAt(0, 0),
  getPixelBounds: () => ({}),
  getZoom: () => 16,
  getZoomScale: () => 1,
  on: (handlers: { move: () => void }) => {
    move = handlers.move;
    return map;
  },
  off: () => map,
} as unknown as LeafletMap;

/** The name of the canvas in the document. */
let shown = '';

function makeCanvas(name: string): HTMLCanvasElement {
  const canvas = {
    name,
    style: {},
    setAttribute: () => undefined,
    getContext: () => ({}),
    replaceWith: (next: { name: string }) => (shown = next.name),
  };
  return canvas as unknown as HTMLCanvasElement;
}

let frameCallbacks: (() => void)[] = [];
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) {
    await Promise.resolve();
    for (const callback of frameCallbacks.splice(0)) callback();
  }
}

beforeEach(() => {
  frameCallbacks = [];
  shown = 'own';
  isCovered = true;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frameCallbacks.push(callback));
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('document', { createElement: () => makeCanvas('own') });
});
afterEach(() => void vi.unstubAllGlobals());

/** A canvas whose pictures are promised. @returns what answers each request, in order */
function open() {
  const answers: ((canvas: HTMLCanvasElement | null) => void)[] = [];
  const pane = { appendChild: (canvas: HTMLCanvasElement) => canvas } as unknown as HTMLElement;
  const canvas = createViewCanvas(
    map,
    pane,
    createFrameQueue(),
    'labels',
    2,
    () => new Promise((resolve) => answers.push(resolve)),
  );
  return { answers, redraw: canvas.redraw };
}

it('a promised picture is shown', async () => {
  const { answers, redraw } = open();
  redraw();
  await nextFrames();
  answers[0]!(makeCanvas('first'));
  await nextFrames();
  expect(shown).toBe('first');
});

it('the canvas is repainted for the final position, even if an earlier picture arrives before that frame', async () => {
  const { answers, redraw } = open();
  redraw();
  await nextFrames();
  redraw();
  answers[0]!(makeCanvas('first'));
  await nextFrames();
  expect(answers).toHaveLength(2);
  answers[1]!(makeCanvas('second'));
  await nextFrames();
  expect(shown).toBe('second');
});

it('while the map is dragged beyond the canvas, pictures are requested one by one, and each is shown', async () => {
  const { answers, redraw } = open();
  redraw();
  await nextFrames();
  isCovered = false;
  for (const name of ['first', 'second', 'third']) {
    for (let step = 0; step < 3; step++) {
      move();
      await nextFrames();
    }
    expect(answers).toHaveLength(1);
    answers.shift()!(makeCanvas(name));
    await nextFrames();
    expect(shown).toBe(name);
  }
});
