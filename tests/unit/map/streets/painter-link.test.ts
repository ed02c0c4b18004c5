import { afterEach, expect, it, vi } from 'vitest';
import type { StreetPainter } from '../../../../src/lib/map/streets/painter-messages.ts';
import { waitFor } from '../../../wait-for.ts';
import { LOOK } from './look.ts';

vi.mock('../../../../src/lib/map/streets/worker.ts?worker&url', () => ({ default: '/worker.js' }));
/** The painter on the page's own thread. */
const local = { setLook: vi.fn(), show: vi.fn(), paintNames: vi.fn(), drop: vi.fn(), destroy: vi.fn() };
vi.mock('../../../../src/lib/map/streets/street-painter.ts', () => ({ createStreetPainter: () => local }));
const { linkPainter } = await import('../../../../src/lib/map/streets/painter-link.ts');

/** Workers that were started. */
const started: FakeWorker[] = [];
class FakeWorker extends EventTarget {
  readonly sent: { kind: string }[] = [];
  terminate = vi.fn();
  constructor() {
    super();
    started.push(this);
  }
  postMessage(command: { kind: string }): void {
    this.sent.push(command);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  started.length = 0;
});

/** A browser in which a worker can draw on the page's canvases, except for the missing feature. */
function openIn(
  lack: 'nothing' | 'OffscreenCanvas' | 'Worker' | 'a transfer' | 'a context in 2D' = 'nothing',
) {
  class Offscreen {
    getContext = () => (lack === 'a context in 2D' ? null : {});
  }
  class Canvas {}
  if (lack !== 'a transfer') Object.assign(Canvas.prototype, { transferControlToOffscreen: () => ({}) });
  vi.stubGlobal('HTMLCanvasElement', Canvas);
  if (lack !== 'OffscreenCanvas') vi.stubGlobal('OffscreenCanvas', Offscreen);
  if (lack !== 'Worker') vi.stubGlobal('Worker', FakeWorker);
  const onready = vi.fn();
  const painter = linkPainter({ areas: [], language: 'en' }, LOOK, () => {}, onready);
  return { painter, onready };
}

const isRequested = (painter: StreetPainter<HTMLCanvasElement>) => {
  painter.drop([1]);
  return {
    worker: started[0]?.sent.some(({ kind }) => kind === 'drop') ?? false,
    page: local.drop.mock.calls.length > 0,
  };
};

it('a worker paints streets if it can draw on the page’s canvases', () => {
  const { painter, onready } = openIn();
  expect(isRequested(painter)).toEqual({ worker: true, page: false });
  expect(onready).not.toHaveBeenCalled();
  painter.destroy();
  expect(started[0]!.terminate).toHaveBeenCalledOnce();
});

it.each(['OffscreenCanvas', 'Worker', 'a transfer', 'a context in 2D'] as const)(
  'the page paints streets itself in a browser without %s, and requests all of them again',
  async (lack) => {
    const { painter, onready } = openIn(lack);
    await waitFor(() => expect(onready).toHaveBeenCalledOnce());
    expect(started).toEqual([]);
    expect(isRequested(painter)).toEqual({ worker: false, page: true });
  },
);

it('the page paints streets itself after the worker has failed, in the current look', async () => {
  const { painter, onready } = openIn();
  const look = { ...LOOK };
  painter.setLook(look);
  started[0]!.dispatchEvent(new Event('error'));
  await waitFor(() => expect(onready).toHaveBeenCalledOnce());
  expect(local.setLook.mock.calls[0]![0]).toBe(look);
  expect(started[0]!.terminate).toHaveBeenCalledOnce();
  expect(isRequested(painter)).toEqual({ worker: false, page: true });
});

it('no painter is created if the page is left while its code is loading', async () => {
  const { painter, onready } = openIn('Worker');
  painter.destroy();
  await import('../../../../src/lib/map/streets/street-painter.ts');
  await Promise.resolve();
  expect(onready).not.toHaveBeenCalled();
});
