/** Long enough to be seen. */
const SHOWN_MS = 150;

/** Has whatever is pressed inside an element look pressed (base.css), by a finger, the mouse or a key, before anything else happens. */
export function showPressed(root: HTMLElement): () => void {
  function show({ target }: Event): void {
    const pressed = target instanceof Element ? target.closest('button, [role="option"]') : null;
    if (pressed === null) return;
    pressed.setAttribute('data-pressed', '');
    setTimeout(() => pressed.removeAttribute('data-pressed'), SHOWN_MS);
  }
  root.addEventListener('click', show, true);
  return () => root.removeEventListener('click', show, true);
}
