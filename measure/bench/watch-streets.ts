import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** When all of the view was painted, with its names: milliseconds since the navigation started. */
    paintedMs: number | null;
  }
}

/**
 * Records in the page when all of its map is covered by what a variant paints: the second frame after it was added to the
 * document. Sets the marks `page-begins` and `streets-painted` for the trace.
 * @param pieces selector of the painted pieces
 * @param names selector of a canvas for names that another thread draws; null: they come with the pieces
 */
export async function watchStreets(page: Page, pieces: string, names: string | null): Promise<void> {
  // No named function in here, as in watch-pins.ts.
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
