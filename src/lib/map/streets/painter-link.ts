import type { StreetLook } from './street-look.ts';
import type { Answer, NamesRequest, Setup, StreetPainter, StreetView } from './street-painter.ts';
import type { Order } from './worker.ts';
import workerAddress from './worker.ts?worker&url';

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
const rules: ScriptPolicy = { createScriptURL: () => workerAddress };
const { trustedTypes } = globalThis as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
};
/** One script of ours may become this worker. */
const policy = trustedTypes?.createPolicy('droppoint-streets', rules) ?? rules;

/**
 * What paints streets: a worker; or this thread, a slice at a time, where the browser has no canvas for workers or the worker can't be had.
 */
export function linkPainter(setup: Setup, look: StreetLook, answer: (answer: Answer) => void): StreetPainter {
  let local: StreetPainter | null = null;
  let worker: Worker | null = null;
  let destroyed = false;
  /** What is to be painted still, where the worker fails. */
  let [lastView, lastNames]: [StreetView | null, NamesRequest | null] = [null, null];

  if ('OffscreenCanvas' in globalThis && 'Worker' in globalThis && hasWorkerCanvas()) {
    worker = new Worker(policy.createScriptURL(workerAddress), { name: 'streets' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => answer(data));
    worker.addEventListener('error', () => void paintHere());
    send({ kind: 'setup', setup, look });
  } else void paintHere();

  function send(order: Order): void {
    worker?.postMessage(order);
  }

  async function paintHere(): Promise<void> {
    worker?.terminate();
    worker = null;
    const { createLocalPainter } = await import('./local-painter.ts');
    if (destroyed || local !== null) return;
    local = createLocalPainter(setup, answer);
    local.setLook(look);
    if (lastView !== null) local.show(lastView);
    if (lastNames !== null) local.paintNames(lastNames);
  }

  return {
    setLook(next) {
      look = next;
      send({ kind: 'look', look });
      local?.setLook(look);
    },
    show(view) {
      lastView = view;
      send({ kind: 'view', view });
      local?.show(view);
    },
    paintNames(request) {
      lastNames = request;
      send({ kind: 'names', request });
      local?.paintNames(request);
    },
    destroy() {
      destroyed = true;
      worker?.terminate();
      local?.destroy();
    },
  };
}

/** Some browsers have such canvases for WebGL alone. */
function hasWorkerCanvas(): boolean {
  return new OffscreenCanvas(1, 1).getContext('2d') !== null;
}
