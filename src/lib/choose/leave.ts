import { writeReturn } from '#contract/choose-return.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import type { ChooseRequest } from './read-request.ts';

/** A point, or that none was chosen. */
export type Result = { point: string } | { status: 'cancelled' };

/** The parameters that are given back, in the order of the guide. */
export function listParameters(
  result: Result,
  { state }: Pick<ChooseRequest, 'state'>,
  isPresetGone: boolean,
): Record<string, string> {
  return { ...result, state, ...(isPresetGone && { was: 'gone' }) };
}

/** State of a history entry, as SvelteKit stores it. */
type StoredState = { 'sveltekit:states'?: { search?: number; layers?: number } } | null;

/**
 * Goes back to the history entry with which the page began, so that nothing of the map stays between the
 * shop's pages; see address-bar.ts.
 */
export function leaveLayers(view: Pick<Window, 'history' | 'addEventListener'>): Promise<void> {
  const { search = 0, layers = 0 } = (view.history.state as StoredState)?.['sveltekit:states'] ?? {};
  if (search + layers === 0) return Promise.resolve();
  return new Promise((resolve) => {
    view.addEventListener('popstate', () => resolve(), { once: true });
    view.history.go(-(search + layers));
  });
}

/**
 * Goes to the shop's address instead of this page: Back then leads to the page before it.
 * @returns the whole address, for a link: not every app opens by itself
 */
export function redirect(address: string, parameters: Readonly<Record<string, string>>): string {
  const target = writeReturn(address, parameters);
  location.replace(target);
  return target;
}

/** Sends the parameters, and the point's summary as JSON, in a form to the shop's address. */
export function post(
  address: string,
  parameters: Readonly<Record<string, string>>,
  summary: PointSummary | undefined,
): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  form.hidden = true;
  const fields = { ...parameters, ...(summary && { summary: JSON.stringify(summary) }) };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
