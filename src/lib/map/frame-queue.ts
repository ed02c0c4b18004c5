export type FrameQueue = ReturnType<typeof createFrameQueue>;

/**
 * Runs queued work, one piece in each animation frame: the work after one movement (pins, land,
 * names) takes more than 16 ms on a slow machine, and a delay of one frame isn't noticeable.
 */
export function createFrameQueue() {
  const waiting = new Map<string, () => void>();
  let frame = 0;

  function runNext(): void {
    frame = 0;
    for (const [name, work] of waiting) {
      waiting.delete(name);
      work();
      break;
    }
    if (waiting.size > 0) requestFrame();
  }

  function requestFrame(): void {
    frame ||= requestAnimationFrame(runNext);
  }

  return {
    /** Adds a piece of work; replaces a waiting one of the same name in its place in the queue. */
    add(name: string, work: () => void): void {
      waiting.set(name, work);
      requestFrame();
    },
    drop: (name: string) => void waiting.delete(name),
    destroy(): void {
      waiting.clear();
      cancelAnimationFrame(frame);
    },
  };
}
