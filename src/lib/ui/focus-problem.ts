import { tick } from 'svelte';

/**
 * Waits for the work that a press starts, then focuses the first field with a problem. Leaves the
 * focus alone if the user has focused another field meanwhile, or typed in one: otherwise their
 * next letters would go elsewhere.
 * @param readForm called afterwards, as the form may be gone
 * @throws what the work throws
 */
export async function focusProblem(
  work: Promise<unknown>,
  readForm: () => HTMLElement | undefined,
): Promise<void> {
  let waits = true;
  const goOn = () => (waits = false);
  // Passed as the listeners' options, it provides their `signal`.
  const listeners = new AbortController();
  addEventListener('focusin', goOn, listeners);
  addEventListener('input', goOn, listeners);
  try {
    await work;
    await tick();
  } finally {
    listeners.abort();
  }
  if (waits) readForm()?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
}
