import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Map } from '../../../src/lib/map/leaflet.ts';
import { followSize } from '../../../src/lib/map/follow-size.ts';

const element = { clientWidth: 0, clientHeight: 0 };
const invalidateSize = vi.fn();
let observe = () => {};

/** Gives the element a size, and reports it to the observer. */
function resize(clientWidth: number, clientHeight: number): void {
  Object.assign(element, { clientWidth, clientHeight });
  observe();
}

function follow(clientWidth: number, clientHeight: number): void {
  Object.assign(element, { clientWidth, clientHeight });
  followSize({ invalidateSize } as unknown as Map, element as HTMLElement);
}

beforeEach(() => {
  invalidateSize.mockClear();
  vi.stubGlobal('innerWidth', 800);
  vi.stubGlobal('innerHeight', 600);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observe = callback;
      }
      observe = () => {};
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const pans = () => invalidateSize.mock.calls.map(([{ pan }]) => pan as boolean);

it.each([
  [0, 0],
  [800, 0],
  [0, 600],
])(
  'a size of %d × %d isn’t reported to the map, which keeps its centre once it has a size again',
  (width, height) => {
    follow(800, 600);
    vi.stubGlobal('innerWidth', width);
    vi.stubGlobal('innerHeight', height);
    resize(width, height);
    resize(width, height);
    expect(invalidateSize).not.toHaveBeenCalled();
    vi.stubGlobal('innerWidth', 800);
    vi.stubGlobal('innerHeight', 600);
    resize(700, 600);
    resize(600, 600);
    // The second change is of the pane beside it.
    expect(pans()).toEqual([true, false]);
  },
);

it('a map that is built without a size keeps its centre', () => {
  follow(0, 0);
  resize(800, 600);
  expect(pans()).toEqual([true]);
});

it('a resized window keeps the map’s centre, and the move is reported once it has ended', () => {
  follow(800, 600);
  vi.stubGlobal('innerWidth', 400);
  resize(400, 600);
  resize(300, 600);
  expect(invalidateSize.mock.calls).toEqual([
    [{ animate: false, pan: true, debounceMoveend: true }],
    [{ animate: false, pan: false, debounceMoveend: false }],
  ]);
});
