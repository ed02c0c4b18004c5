const find = (): HTMLElement | null => document.getElementById('first-paint');

/** What the first HTML shows of the picker (FirstPaint.svelte) gives way to the app, but for the search field and the first dots. */
export function uncoverApp(): void {
  find()?.classList.add('replaced');
}

/** The app has taken over all of it, or shows something else. */
export function removeFirstPaint(): void {
  find()?.remove();
}
