/** A page out of sight gets no frames. */
const OUT_OF_SIGHT_MS = 100;

/**
 * Resolves once what has changed so far is on the screen. Awaited between a press and what takes a slow phone several frames: the
 * press is answered at once (show-pressed.ts).
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, OUT_OF_SIGHT_MS);
    // A second frame begins once the first has been handed over to be drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(late);
        setTimeout(resolve, 0);
      }),
    );
  });
}
