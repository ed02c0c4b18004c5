import { m } from '../i18n/messages.ts';

/** What the picker is doing: `opening` looks for the published network; `missing` reads failed pages again; `failed` met an error that ended it. */
export type Phase = 'opening' | 'reading' | 'missing' | 'done' | 'failed';

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
