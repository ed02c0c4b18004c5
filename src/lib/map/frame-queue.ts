/** Runs queued work, one piece in each animation frame. */
export interface FrameQueue {
  /** Adds a piece of work; replaces a waiting one of the same name in its place in the queue. */
  add(name: string, work: () => void): void;
  drop(name: string): void;
  destroy(): void;
}

/**
 * Spreads work over frames: what one movement causes (pins, land, names) takes more than 16 ms on a slow machine, and a delay of
 * one frame isn't noticeable.
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
