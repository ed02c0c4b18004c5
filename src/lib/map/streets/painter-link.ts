import type { StreetLook } from './street-look.ts';
import type { PainterEvent, Setup, StreetPainter } from './painter-messages.ts';
import type { Dependencies } from './street-painter.ts';
import type { PainterCommand } from './worker.ts';
import workerAddress from './worker.ts?worker&url';

const rules = { createScriptURL: (_address: string) => workerAddress };
/** Allows only the streets' worker. */
const policy = globalThis.trustedTypes?.createPolicy('droppoint-streets', rules) ?? rules;

/** For painting on the page's thread, in slices of the default length. */
const PAGE: Dependencies = {
  createCanvas: () => document.createElement('canvas'),
  whenShown: (then) => then(),
};

/**
 * Creates the painter of streets: a worker, which draws on canvases transferred from the page; or this thread, in slices, if the
 * browser has no OffscreenCanvas or the worker fails.
 * @param onready called when this thread has taken over and knows no requests: all must be sent again, with new canvases
 */
export function linkPainter(
  setup: Setup,
  look: StreetLook,
  emit: (event: PainterEvent) => void,
  onready: () => void,
): StreetPainter<HTMLCanvasElement> {
  let local: StreetPainter | null = null;
  let worker: Worker | null = null;
  let destroyed = false;

  if ('OffscreenCanvas' in globalThis && 'Worker' in globalThis && hasWorkerCanvas()) {
    worker = new Worker(policy.createScriptURL(workerAddress), { name: 'streets' });
    worker.addEventListener('message', ({ data }: MessageEvent<PainterEvent>) => emit(data));
    worker.addEventListener('error', () => void paintHere());
    send({ kind: 'setup', setup, look });
  } else void paintHere();

  function send(command: PainterCommand, canvases: OffscreenCanvas[] = []): void {
    worker?.postMessage(command, canvases);
  }

  async function paintHere(): Promise<void> {
    worker?.terminate();
    worker = null;
    const { createStreetPainter } = await import('./street-painter.ts');
    if (destroyed || local !== null) return;
    local = createStreetPainter(setup, PAGE, emit);
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

/** Whether workers can draw in 2D on the page's canvases: some browsers support WebGL only, or no transfer. */
function hasWorkerCanvas(): boolean {
  return (
    'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
    new OffscreenCanvas(1, 1).getContext('2d') !== null
  );
}
