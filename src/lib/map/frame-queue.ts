/** Work that is to be done before the next frames are shown, a piece in each. */
export interface FrameQueue {
  /** Adds a piece of work; one of the same name that still waits is replaced, and stays where it stood. */
  add(name: string, work: () => void): void;
  drop(name: string): void;
  destroy(): void;
}

/**
 * Spreads work over frames: what comes of one movement (pins, land, names) is too much for 16 ms on a slow machine, and one frame
 * later nobody sees the difference.
 */
export function createFrameQueue(): FrameQueue {
  const waiting = new Map<string, () => void>();
  let frame = 0;

  function runNext(): void {
    frame = 0;
    for (const [name, work] of waiting) {
      waiting.delete(name);
      work();
      break;
    }
    if (waiting.size > 0) ask();
  }

  function ask(): void {
    frame ||= requestAnimationFrame(runNext);
  }

  return {
    add(name, work) {
      waiting.set(name, work);
      ask();
    },
    drop: (name) => void waiting.delete(name),
    destroy() {
      waiting.clear();
      cancelAnimationFrame(frame);
    },
  };
}
