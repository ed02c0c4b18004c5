/** The field that stands in the page since its first paint (src/first-view); null where there is none, or none any more. */
export const findFirstInput = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('#first-paint input');

/** Resolves once no letter is being composed in it: an input method would lose its letter where the field moves. */
export async function endOfComposition(input: HTMLInputElement): Promise<void> {
  if (input.dataset['composing'] === undefined) return;
  await new Promise((resolve) => input.addEventListener('compositionend', resolve, { once: true }));
}

/** Moves a field into its place, with its focus, caret and selection. */
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
