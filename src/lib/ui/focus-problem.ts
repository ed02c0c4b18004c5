import { tick } from 'svelte';

/**
 * Waits for what a press does, and focuses the first field that has a problem then; unless somebody has gone on to another field
 * meanwhile, or written in one: moving the focus would take their next letters elsewhere.
 * @param readForm called afterwards, as the form may be gone
 * @throws what the work throws
 */
export async function focusProblem(
  work: Promise<unknown>,
  readForm: () => HTMLElement | undefined,
): Promise<void> {
  let waits = true;
  const goOn = () => (waits = false);
  // As the listeners' options it provides their `signal`.
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
