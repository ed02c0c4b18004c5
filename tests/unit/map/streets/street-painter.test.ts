import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Canvas, PaintedPicture, StreetView } from '../../../../src/lib/map/streets/painter-messages.ts';
import { createStreetPainter } from '../../../../src/lib/map/streets/street-painter.ts';
import { WORLD } from '#network/snapshot-format/mercator.ts';
import { createCountingContext } from './counting-context.ts';
import { LOOK } from './look.ts';
import { FULL_TILE, makeTile } from './make-tile.ts';

const AREA = {
  folder: '/streets/town/1/',
  minZoom: 11,
  maxZoom: 14,
  west: 0,
  north: 0,
  east: WORLD,
  south: WORLD,
};
const ZOOM = 16;
const PLACE = { x: 1000, y: 1000 };
const SIDE = WORLD / 2 ** ZOOM;
const BOX = {
  west: PLACE.x * SIDE + 1,
  north: PLACE.y * SIDE + 1,
  east: (PLACE.x + 1) * SIDE - 1,
  south: (PLACE.y + 1) * SIDE - 1,
};
const MEDIA_TYPE = { headers: { 'content-type': 'application/vnd.mapbox-vector-tile' } };

const { context, CountingPath } = createCountingContext();

/** A painter on canvases that count how often a picture is put on them. @param copy called for each */
function start(
  copy: () => void,
  answer = () => new Response(new Uint8Array(makeTile(FULL_TILE)), MEDIA_TYPE),
  areas = [AREA],
) {
  const fades = vi.fn(() => ({ addColorStop() {} }));
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const createCanvas = (): Canvas => {
    const canvas = { width: 256, height: 256 };
    const own = Object.create(context, { canvas: { value: canvas } }) as object;
    Object.assign(own, { clearRect: () => {}, drawImage: copy, createLinearGradient: fades });
    let isTaken = false;
    const getContext = () => {
      // Firefox throws this for a canvas that has been shown.
      if (isTaken) throw new TypeError('Cannot update created context to different thread');
      isTaken = true;
      return own;
    };
    return Object.assign(canvas, { getContext }) as unknown as Canvas;
  };
  const painted: PaintedPicture[] = [];
  const painter = createStreetPainter(
    { areas, language: 'en' },
    // Slices of no length: other messages come between any two steps.
    { createCanvas, whenShown: (then) => then(), sliceMs: 0 },
    (event) => void (event.kind === 'pictures' && painted.push(...event.painted)),
  );
  onTestFinished(() => painter.destroy());
  painter.setLook(LOOK);
  const show = (...wanted: StreetView['wanted']) => painter.show({ zoom: ZOOM, box: BOX, wanted });
  return { painter, painted, show, createCanvas, fades };
}

describe('painting pictures of streets', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Path2D', CountingPath);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settle = () => vi.advanceTimersByTimeAsync(2_000);

  it('a picture is painted once, even if the map moves meanwhile', async () => {
    const copy = vi.fn();
    const { painted, show, createCanvas } = start(copy);
    show({ id: 1, ...PLACE, canvas: createCanvas() });
    for (let move = 0; move < 20; move++) {
      await vi.advanceTimersByTimeAsync(1);
      if (painted.length === 0) show({ id: 1, ...PLACE, canvas: null });
    }
    await settle();
    expect(copy).toHaveBeenCalledTimes(1);
    expect(painted).toEqual([{ id: 1, outcome: 'painted' }]);
  });

  it('streets fade out at the edge of an area, but not where another one begins', async () => {
    const edge = (PLACE.x + 0.5) * SIDE;
    const [western, eastern] = [
      { ...AREA, east: edge },
      { ...AREA, west: edge },
    ];
    for (const [areas, count] of [
      [[AREA], 0],
      [[western], 1],
      [[eastern], 1],
      [[western, eastern], 0],
    ] as const) {
      const { painted, show, createCanvas, fades } = start(() => {}, undefined, [...areas]);
      show({ id: 1, ...PLACE, canvas: createCanvas() });
      await settle();
      expect(painted).toEqual([{ id: 1, outcome: 'painted' }]);
      expect(fades).toHaveBeenCalledTimes(count);
    }
  });

  it('a picture is painted again if the look changes meanwhile', async () => {
    const { painter, painted, show, createCanvas } = start(() => {});
    show({ id: 1, ...PLACE, canvas: createCanvas() });
    await vi.advanceTimersByTimeAsync(3);
    expect(painted).toEqual([]);
    painter.setLook({ ...LOOK });
    show({ id: 1, ...PLACE, canvas: null });
    await settle();
    expect(painted).toEqual([{ id: 1, outcome: 'painted' }]);
  });

  it('a picture is repainted on the same canvas', async () => {
    const { painter, painted, show, createCanvas } = start(() => {});
    show({ id: 1, ...PLACE, canvas: createCanvas() });
    await settle();
    painter.setLook({ ...LOOK });
    show({ id: 1, ...PLACE, canvas: null });
    await settle();
    expect(painted.map(({ outcome }) => outcome)).toEqual(['painted', 'painted']);
  });

  it('a failed picture is retried; after three failures it is `failed`, not `empty`', async () => {
    let failures = 2;
    const copy = vi.fn(() => {
      if (failures-- > 0) throw new TypeError('no such canvas');
    });
    const { painted, show, createCanvas } = start(copy);
    show({ id: 1, ...PLACE, canvas: createCanvas() });
    await settle();
    expect(painted).toEqual([{ id: 1, outcome: 'painted' }]);
    failures = Infinity;
    show({ id: 2, ...PLACE, canvas: createCanvas() });
    await settle();
    expect(painted.slice(1)).toEqual([{ id: 2, outcome: 'failed' }]);
    expect(copy).toHaveBeenCalledTimes(6);
    // The page may request it again.
    failures = 0;
    show({ id: 2, ...PLACE, canvas: null });
    await settle();
    expect(painted.slice(2)).toEqual([{ id: 2, outcome: 'painted' }]);
  });

  it('a picture without a tile is empty', async () => {
    const { painted, show, createCanvas } = start(
      () => {},
      () => new Response(null, { status: 204 }),
    );
    show({ id: 1, ...PLACE, canvas: createCanvas() });
    await settle();
    expect(painted).toEqual([{ id: 1, outcome: 'empty' }]);
  });
});
