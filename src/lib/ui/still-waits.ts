/**
 * Whether somebody who pressed a button still waits for what it does: if they have gone on to another field meanwhile, or written in
 * one, moving the focus would take their next letters elsewhere.
 */
export async function stillWaits(work: Promise<unknown>): Promise<boolean> {
  let waits = true;
  const goOn = () => (waits = false);
  // As the listeners' options it provides their `signal`.
  const listeners = new AbortController();
  addEventListener('focusin', goOn, listeners);
  addEventListener('input', goOn, listeners);
  try {
    await work;
  } finally {
    listeners.abort();
  }
  return waits;
}
