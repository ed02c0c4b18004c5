/** A page or a frame out of sight gets no frames; a slow phone takes a tenth of a second for one. */
const OUT_OF_SIGHT_MS = 500;

/**
 * Resolves once what has changed so far is on the screen. Awaited between a press and what takes a slow phone several frames: the
 * press is answered at once (show-pressed.ts).
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, document.hidden ? 0 : OUT_OF_SIGHT_MS);
    // A second frame begins once the first has been handed over to be drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(late);
        setTimeout(resolve, 0);
      }),
    );
  });
}

const findFirstPaint = (): HTMLElement | null => document.getElementById('first-paint');

/** What the first HTML shows of the picker (FirstPaint.svelte) gives way to the app, but for the search field and the first dots. */
export function uncoverApp(): void {
  findFirstPaint()?.classList.add('replaced');
}

/** The app has taken over all of it, or shows something else. */
export function removeFirstPaint(): void {
  findFirstPaint()?.remove();
}
