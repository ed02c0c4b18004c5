import { EUROPE, STREET_ZOOM, type BenchPage } from '../page-contract.ts';
import { takeTour } from './tour.ts';

const DRAG_ZOOMS = [7, 12, 16];

interface Variant {
  prepare: (points: number) => Promise<void>;
  /** Draws into the page's only element. Drawing may continue after it returns. */
  draw: (element: HTMLElement) => void | Promise<void>;
  /** Selector of what must be on the screen when the clock stops. */
  shown: string;
  forget: () => void;
}

/** Exposes a variant as `window.bench`. Marks in the trace show to which part a task belongs. */
export function offer({ prepare, draw, shown, forget }: Variant): void {
  const element = document.querySelector<HTMLElement>('#map')!;
  const page: BenchPage = {
    prepare,
    forget,
    async draw() {
      performance.mark('draw-begins');
      const startedMs = performance.now();
      await draw(element);
      while (element.querySelector(shown) === null) await nextFrame();
      await nextFrame();
      await nextFrame();
      const tookMs = performance.now() - startedMs;
      performance.mark('draw-ends');
      return tookMs;
    },
    async tour() {
      performance.mark('tour-begins');
      const frames = await takeTour(element, { from: EUROPE.zoom, to: STREET_ZOOM, dragZooms: DRAG_ZOOMS });
      performance.mark('tour-ends');
      return frames;
    },
  };
  window.bench = page;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
