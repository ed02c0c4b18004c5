/** The worker that paints streets; started by painter-link.ts. */
import type { NamesRequest, PainterEvent, Setup, StreetPainter, StreetView } from './painter-messages.ts';
import type { StreetLook } from './street-look.ts';
import { createStreetPainter } from './street-painter.ts';

export type PainterCommand =
  | { kind: 'setup'; setup: Setup; look: StreetLook }
  | { kind: 'look'; look: StreetLook }
  | { kind: 'view'; view: StreetView<OffscreenCanvas> }
  | { kind: 'names'; request: NamesRequest<OffscreenCanvas> }
  | { kind: 'drop'; ids: readonly number[] };

/** Longer than on the page's thread, but short enough to handle newer commands soon. */
const SLICE_MS = 20;

interface Thread {
  addEventListener(name: 'message', listener: (event: MessageEvent<PainterCommand>) => void): void;
  postMessage(event: PainterEvent): void;
  requestAnimationFrame(callback: () => void): void;
}

const thread = globalThis as unknown as Thread;
let painter: StreetPainter | null = null;

thread.addEventListener('message', ({ data }) => {
  if (data.kind === 'setup') {
    painter = createStreetPainter(
      data.setup,
      {
        createCanvas: () => new OffscreenCanvas(1, 1),
        // A transferred canvas is presented with the worker's next frame.
        whenShown: (then) => thread.requestAnimationFrame(then),
        sliceMs: SLICE_MS,
      },
      (event) => thread.postMessage(event),
    );
    painter.setLook(data.look);
  } else if (data.kind === 'look') painter?.setLook(data.look);
  else if (data.kind === 'view') painter?.show(data.view);
  else if (data.kind === 'names') painter?.paintNames(data.request);
  else painter?.drop(data.ids);
});
