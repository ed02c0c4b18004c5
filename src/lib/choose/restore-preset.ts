import { checkForShop } from '../embed/check-choice.ts';
import type { ChoosePage } from './choose-page.svelte.ts';
import type { Answer } from './answer.ts';

/** Shows the preset point as chosen, if it still can be; otherwise reports why not. */
export async function restorePreset(
  page: ChoosePage,
  { takeRefused }: Pick<Answer, 'takeRefused'>,
): Promise<void> {
  page.refusedId = page.chosen = null;
  page.isPresetGone = false;
  const id = page.config.value;
  if (id === undefined) return;
  const validity = await checkForShop(id, page.config).catch(() => null);
  // A choice made meanwhile takes precedence.
  if (validity === null || page.config.value !== id || page.chosen !== null) return;
  const { point, isValid, errors } = validity;
  if (point !== undefined && isValid) {
    page.chosen = point;
    page.picker?.panTo(point.coordinates);
  } else if (!isValid) {
    const reason = errors[0]?.code ?? 'gone';
    page.refusedId = id;
    page.isPresetGone = reason === 'gone';
    takeRefused?.(id, reason);
  }
}
