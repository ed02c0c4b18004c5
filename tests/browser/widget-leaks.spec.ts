import { type CDPSession, expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { countHeld, type Held } from './widget-held.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, picker, test } from './widget-shop.ts';

onPublishedNetwork();

const CYCLES = [
  {
    title: 'opened and closed',
    times: 100,
    // The page's one frame has connected: its port exists before and after.
    begin: () => document.querySelector('droppoint-picker')!.refresh(),
    run: async () => {
      const element = document.querySelector('droppoint-picker')!;
      void element.open();
      await new Promise((resolve) => setTimeout(resolve, 10));
      element.close();
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  },
  {
    title: 'put in, opened, a point chosen, and taken out,',
    times: 20,
    run: async () => {
      const element = document.createElement('droppoint-picker');
      document.body.append(element);
      const ending = element.open();
      await element.selectPoint('PL_CZE10M');
      element.remove();
      await ending;
    },
  },
  {
    title: 'put in, and taken out while its frame is loading,',
    times: 100,
    run: async () => {
      const element = document.createElement('droppoint-picker');
      element.mode = 'inline';
      document.body.append(element);
      await new Promise((resolve) => setTimeout(resolve, 30));
      element.remove();
    },
  },
  {
    title: 'put in, opened, and taken out once its frame has spoken,',
    times: 20,
    run: async () => {
      const element = document.createElement('droppoint-picker');
      document.body.append(element);
      const ready = new Promise((resolve) => element.addEventListener('droppoint-ready', resolve));
      const ending = element.open();
      await ready;
      element.remove();
      await ending;
    },
  },
];

/** @param opened whether the page has a picker: its list has rows only while visible, so it is counted open and at rest */
async function count(page: Page, session: CDPSession, opened: boolean): Promise<Held> {
  if (!opened) return countHeld(page, session);
  await onPicker(page, (element) => void element.open());
  await expect(frameOf(page).getByRole('listitem').first()).toBeVisible();
  await still(frameOf(page).getByRole('main'));
  const held = await countHeld(page, session);
  await onPicker(page, (element) => element.close());
  return held;
}

for (const { title, times, begin, run } of CYCLES) {
  test(`${title} ${times} times, the page is as it was: nodes, listeners, objects, heap`, async ({
    page,
    shop,
  }) => {
    await shop.open(page, { body: `<form>${picker()}</form>` });
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
    const session = await page.context().newCDPSession(page);
    if (begin) await page.evaluate(begin);
    // Warm up: what is compiled and cached on first use exists before the counting begins.
    for (let done = 0; done < Math.max(10, times / 5); done++) await page.evaluate(run);
    let before = await count(page, session, begin !== undefined);
    const first = before;
    // Late compilation takes memory once; a leak takes it in every round.
    for (let round = 1; round <= 4; round++) {
      for (let done = 0; done < times; done++) await page.evaluate(run);
      const after = await count(page, session, begin !== undefined);
      console.log(`${title} ${times} times, round ${round}: ${JSON.stringify({ before, after })}`);
      // A node or two created once, late, or freed late, are no leak: a leak adds one in every round.
      const { nodes, listeners } = first;
      expect(after.nodes).toBeLessThan(nodes + times / 2);
      expect(after.listeners).toBeLessThan(listeners + times / 2);
      expect({ ...after, nodes, listeners, heapBytes: 0 }).toEqual({ ...first, heapBytes: 0 });
      if (after.heapBytes <= before.heapBytes * 1.02) return;
      before = after;
    }
    throw new Error('The heap has grown by more than 2 % in each of four rounds.');
  });
}
