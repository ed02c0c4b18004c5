/** The server-rendered field, shown since the first paint (src/first-view); null if there is none, or it was already moved. */
export const findFirstInput = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('#first-paint input');

/** Resolves when no IME composition is active: moving the field would discard the composed text. */
export async function endOfComposition(input: HTMLInputElement): Promise<void> {
  if (input.dataset['composing'] === undefined) return;
  await new Promise((resolve) => input.addEventListener('compositionend', resolve, { once: true }));
}

/** Moves a field to its place and keeps its focus, caret and selection. */
export function moveInto(place: HTMLElement, input: HTMLInputElement): void {
  const parent = place as HTMLElement & { moveBefore?(node: Node, child: Node | null): void };
  if (parent.moveBefore !== undefined && input.isConnected) return parent.moveBefore(input, null);
  const focused = document.activeElement === input;
  const { selectionStart, selectionEnd, selectionDirection } = input;
  place.append(input);
  if (!focused) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}
