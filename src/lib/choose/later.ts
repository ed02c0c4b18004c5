import type { ChoosePage } from './choose-page.svelte.ts';
import type { ChooseEntry } from './follow-entries.ts';

/**
 * Opens the rest of `/choose`. This list is itself loaded by `import()`: the page would otherwise contain the
 * names of all files that its parts need, and their style sheets (see picker/parts.ts).
 */
export async function openWork(page: ChoosePage) {
  const { ChooseWork } = await import('./choose-work.ts');
  const work = new ChooseWork(page);
  work.begin();
  return work;
}

export const loadHistory = () => import('./follow-entries.ts');

/**
 * Shows the page of a link for one order.
 * @param start state of the history entry that the page was loaded on
 */
export async function showOrder(page: ChoosePage, start: ChooseEntry): Promise<void> {
  const { default: LinkChoice } = await import('./LinkChoice.svelte');
  // After a reload the order is shown first, so its entry must be the present one.
  const { search = 0, layers = 0 } = start;
  if (search + layers > 0) history.go(-(search + layers));
  page.Instead = LinkChoice;
}
