import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { countHeld, type Held } from './widget-held.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, picker, test } from './widget-shop.ts';

onPublishedNetwork();

const TIMES = 20;

/**
 * Runs in the shop's page: opens and closes its own picker; adds others, one in which a point is chosen,
 * and one that is removed while its frame is loading; and removes them again.
 */
async function goRound(): Promise<void> {
  const own = document.querySelector('droppoint-picker')!;
  void own.open();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  own.close();
  const other = document.createElement('droppoint-picker');
  document.body.append(other);
  const ending = other.open();
  await other.selectPoint('PL_CZE10M');
  other.remove();
  await ending;
  const inline = document.createElement('droppoint-picker');
  inline.mode = 'inline';
  document.body.append(inline);
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  inline.remove();
}

test('Leaks: pickers that are opened and closed, added and removed, leave no node, listener, object or growing heap', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  // The page's one frame has connected: its port exists before and after.
  await onPicker(page, (element) => element.refresh());
  // Warm up: objects that are compiled and cached on first use exist before the counting begins.
  for (let done = 0; done < TIMES / 2; done++) await page.evaluate(goRound);
  /** Its list has rows only while visible, so the picker is counted open and at rest. */
  const count = async (page: Page): Promise<Held> => {
    await onPicker(page, (element) => void element.open());
    await expect(frameOf(page).getByRole('listitem').first()).toBeVisible();
    await still(frameOf(page).getByRole('main'));
    const held = await countHeld(page, session);
    await onPicker(page, (element) => element.close());
    return held;
  };
  const first = await count(page);
  let before = first;
  // Late compilation takes memory once; a leak takes it in every round.
  for (let round = 1; round <= 4; round++) {
    for (let done = 0; done < TIMES; done++) await page.evaluate(goRound);
    const after = await count(page);
    console.log(`round ${round}: ${JSON.stringify({ before, after })}`);
    // A node or two created once, late, or freed late, are no leak: a leak adds one in every round.
    const { nodes, listeners } = first;
    expect(after.nodes).toBeLessThan(nodes + TIMES / 2);
    expect(after.listeners).toBeLessThan(listeners + TIMES / 2);
    expect({ ...after, nodes, listeners, heapBytes: 0 }).toEqual({ ...first, heapBytes: 0 });
    if (after.heapBytes <= before.heapBytes * 1.02) return;
    before = after;
  }
  throw new Error('The heap has grown by more than 2 % in each of four rounds.');
});
