/** Timeout, because a hidden page or iframe gets no animation frames; a slow phone takes a tenth of a second for one. */
const OUT_OF_SIGHT_MS = 500;

/**
 * Resolves once all changes so far are painted. Await it between a press and work that takes a slow phone several frames, so that the
 * press is visible at once (show-pressed.ts).
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, document.hidden ? 0 : OUT_OF_SIGHT_MS);
    // The second frame callback runs only after the first frame has been submitted for painting.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(late);
        setTimeout(resolve, 0);
      }),
    );
  });
}

const findFirstPaint = (): HTMLElement | null => document.getElementById('first-paint');

/** Hides the server-rendered picker (FirstPaint.svelte) in favour of the app, except for the search field and the first dots. */
export function uncoverApp(): void {
  findFirstPaint()?.classList.add('replaced');
}

/** Removes the server-rendered picker once the app has replaced all of it or shows something else. */
export function removeFirstPaint(): void {
  findFirstPaint()?.remove();
}
