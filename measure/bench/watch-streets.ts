import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** When the whole view was painted, including names, in milliseconds since the navigation started. */
    paintedMs: number | null;
  }
}

/**
 * Records in the page when a variant's painted pieces cover the whole map: the second frame after the last piece was added to the
 * document. Sets the marks `page-begins` and `streets-painted` for the trace.
 * @param pieces selector of the painted pieces
 * @param names selector of a canvas on which another thread draws the names; null if the pieces contain the names
 */
export async function watchStreets(page: Page, pieces: string, names: string | null): Promise<void> {
  // No named functions in here, see watch-pins.ts.
  await page.addInitScript(
    ([pieces, names]) => {
      performance.mark('page-begins');
      window.paintedMs = null;
      let isSeen = false;
      const observer = new MutationObserver(() => {
        const map = document.querySelector('.leaflet-container')?.getBoundingClientRect();
        if (isSeen || map === undefined) return;
        if (names !== null) {
          const canvas = document.querySelector<HTMLCanvasElement>(names);
          let isHandedOver = false;
          try {
            canvas?.getContext('2d');
          } catch {
            isHandedOver = true;
          }
          if (!isHandedOver) return;
        }
        let covered = 0;
        for (const piece of document.querySelectorAll(pieces)) {
          const { left, top, right, bottom } = piece.getBoundingClientRect();
          const width = Math.min(right, map.right) - Math.max(left, map.left);
          const height = Math.min(bottom, map.bottom) - Math.max(top, map.top);
          if (width > 0 && height > 0) covered += width * height;
        }
        if (covered < map.width * map.height * 0.999) return;
        isSeen = true;
        observer.disconnect();
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            performance.mark('streets-painted');
            window.paintedMs = performance.now();
          }),
        );
      });
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ['class', 'style'] });
    },
    [pieces, names] as const,
  );
}
