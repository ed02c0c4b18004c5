const TAB = 'droppoint-labels';

/**
 * Opens a PDF in a new tab, which opens the print dialog. It can't be in a frame, because the pages' policy
 * only allows frames of our own pages, and allowing `blob:` would allow it on all pages. The same tab is
 * reused.
 * @returns null; or, if the browser didn't open the tab, the file's URL, for a link
 */
export function openPrintTab(file: Blob): string | null {
  const url = URL.createObjectURL(file);
  const tab = window.open(url, TAB);
  // The click was too long ago, or this site may not open tabs.
  if (tab === null) return url;
  tab.focus();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
