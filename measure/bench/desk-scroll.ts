import type { Page } from '@playwright/test';
import { makeParcel, seedDesk } from '../../tests/browser/desk-seed.ts';
import type { Figure } from './report-figures.ts';
import { percentile } from './statistics.ts';

const PARCELS = 10_000;
const FRAMES = 300;
const STEP_PIXELS = 90;

/** Scrolls through a long list of parcels, frame by frame. */
export async function scrollParcels(page: Page): Promise<Figure[]> {
  const parcels = Array.from({ length: PARCELS }, (_, at) =>
    makeParcel(at + 1, { state: 'sent', trackingNumber: String(at) }),
  );
  await seedDesk(page, parcels);
  await page.getByRole('grid').waitFor();
  const frames = await page.evaluate(
    async ({ frames, step }) => {
      const scroller = document.querySelector('[role=grid]')!.parentElement!;
      const times: number[] = [];
      for (let frame = 0; frame <= frames; frame++) {
        times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
        scroller.scrollTop += step;
      }
      return times.slice(1).map((time, at) => time - times[at]!);
    },
    { frames: FRAMES, step: STEP_PIXELS },
  );
  return [[`frame p95 in a list of ${PARCELS.toLocaleString('en')} parcels`, percentile(frames, 0.95), 'ms']];
}
