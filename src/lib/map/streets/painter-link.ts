import type { StreetLook } from './street-look.ts';
import type { Answer, Setup, StreetPainter, Dependencies } from './street-painter.ts';
import type { Order } from './worker.ts';
import workerAddress from './worker.ts?worker&url';

const rules = { createScriptURL: (_address: string) => workerAddress };
/** One script of ours may become this worker. */
const policy = globalThis.trustedTypes?.createPolicy('droppoint-streets', rules) ?? rules;

/** Of streets that are painted here, in slices as short as those of the map's other work. */
const PAGE: Dependencies = {
  createCanvas: () => document.createElement('canvas'),
  whenShown: (then) => then(),
};

/**
 * What paints streets: a worker, on canvases of the page that are handed over to it; or this thread, a slice at a time, where the
 * browser has no canvas for workers or the worker can't be had.
 * @param onready told when something paints that knows of nothing yet: all is to be asked for, on canvases that are new
 */
export function linkPainter(
  setup: Setup,
  look: StreetLook,
  answer: (answer: Answer) => void,
  onready: () => void,
): StreetPainter<HTMLCanvasElement> {
  let local: StreetPainter | null = null;
  let worker: Worker | null = null;
  let destroyed = false;

  if ('OffscreenCanvas' in globalThis && 'Worker' in globalThis && hasWorkerCanvas()) {
    worker = new Worker(policy.createScriptURL(workerAddress), { name: 'streets' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => answer(data));
    worker.addEventListener('error', () => void paintHere());
    send({ kind: 'setup', setup, look });
  } else void paintHere();

  function send(order: Order, canvases: OffscreenCanvas[] = []): void {
    worker?.postMessage(order, canvases);
  }

  async function paintHere(): Promise<void> {
    worker?.terminate();
    worker = null;
    const { createStreetPainter } = await import('./street-painter.ts');
    if (destroyed || local !== null) return;
    local = createStreetPainter(setup, PAGE, answer);
    local.setLook(look);
    onready();
  }

  return {
    setLook(next) {
      look = next;
      send({ kind: 'look', look });
      local?.setLook(look);
    },
    show(view) {
      local?.show(view);
      if (worker === null) return;
      const wanted = view.wanted.map((picture) => ({
        ...picture,
        canvas: picture.canvas?.transferControlToOffscreen() ?? null,
      }));
      send(
        { kind: 'view', view: { ...view, wanted } },
        wanted.flatMap(({ canvas }) => canvas ?? []),
      );
    },
    paintNames(request) {
      local?.paintNames(request);
      if (worker === null) return;
      const canvas = request.canvas.transferControlToOffscreen();
      send({ kind: 'names', request: { ...request, canvas } }, [canvas]);
    },
    drop(ids) {
      send({ kind: 'drop', ids });
      local?.drop(ids);
    },
    destroy() {
      destroyed = true;
      worker?.terminate();
      local?.destroy();
    },
  };
}

/** Some browsers have such canvases for WebGL alone, or can't show them. */
function hasWorkerCanvas(): boolean {
  return (
    'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
    new OffscreenCanvas(1, 1).getContext('2d') !== null
  );
}
