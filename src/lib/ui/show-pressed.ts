/** Long enough to be visible. */
const SHOWN_MS = 150;

/** Makes buttons and options inside an element look pressed (base.css) on a tap, click or key press, before other listeners run. */
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
