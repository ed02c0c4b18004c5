import { m } from '../i18n/messages.ts';
import type { Reading } from '../network/point-network.ts';

/** What the picker is doing: `opening` looks for the network; the others as it says itself, `done` where nothing has to be read. */
export type Phase = 'opening' | Reading['phase'];

/** What a screen reader says when loading has ended: everything the finished line shows. */
export function announceEnd(onMap: number, setAside: number, failedPages: number): string {
  return [
    `${m.progress_done({ amount: onMap })}.`,
    setAside > 0 ? `${m.progress_set_aside({ amount: setAside })}.` : '',
    failedPages > 0 ? m.progress_failed_pages({ amount: failedPages }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
