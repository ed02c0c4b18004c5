/** The thread in which streets are painted; painter-link.ts speaks with it. */
import {
  type Answer,
  createStreetPainter,
  type Drawing,
  type NamesRequest,
  type Setup,
  type StreetView,
} from './street-painter.ts';
import type { StreetLook } from './street-look.ts';

export type Order =
  | { kind: 'setup'; setup: Setup; look: StreetLook }
  | { kind: 'look'; look: StreetLook }
  | { kind: 'view'; view: StreetView }
  | { kind: 'names'; request: NamesRequest };

/** Nobody waits for this thread, but newer orders do. */
const SLICE_MS = 20;

interface Thread {
  addEventListener(name: 'message', listener: (event: MessageEvent<Order>) => void): void;
  postMessage(answer: Answer, transfer: Transferable[]): void;
}

const thread = globalThis as unknown as Thread;
let painter: ReturnType<typeof createStreetPainter> | null = null;

thread.addEventListener('message', ({ data }) => {
  if (data.kind === 'setup') {
    painter = createStreetPainter(data.setup, createDrawing, SLICE_MS, (answer) => {
      const picture = 'picture' in answer ? (answer.picture as ImageBitmap | null) : null;
      thread.postMessage(answer, picture === null ? [] : [picture]);
    });
    painter.setLook(data.look);
  } else if (data.kind === 'look') painter?.setLook(data.look);
  else if (data.kind === 'view') painter?.show(data.view);
  else painter?.paintNames(data.request);
});

function createDrawing(width: number, height: number): Drawing {
  const canvas = new OffscreenCanvas(width, height);
  return { context: canvas.getContext('2d')!, finish: () => canvas.transferToImageBitmap() };
}
