import { loadLaterMessages } from '../i18n/messages.ts';
import type { ChoosePage } from './choose-page.svelte.ts';
import type { Notice } from './notice.ts';

/** Loads what a notice needs, so that it doesn't wait for a connection later. @throws the network error */
export async function loadNotice() {
  const [{ default: ChooseNotice }] = await Promise.all([
    import('./ChooseNotice.svelte'),
    loadLaterMessages(),
  ]);
  return ChooseNotice;
}

/** Shows a notice in place of the map. */
export async function showNotice(page: ChoosePage, notice: Notice): Promise<void> {
  page.notice = notice;
  page.Instead = await loadNotice();
}

export function showMap(page: ChoosePage): void {
  page.notice = page.Instead = null;
}
