import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds against WCAG 2.2 A and AA, as short lines. Pins that stand close together are let through: where they stand is
 * essential (2.5.8), and each has its row in the list.
 */
export async function findBarriers(page: Page | Frame): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      id: string;
      nodes: { target: string[]; failureSummary: string }[];
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
    const isPin = (target: string[]) => document.querySelector(target.at(-1)!)?.matches('.dp-pin') ?? false;
    return violations
      .map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target).filter((target) => id !== 'target-size' || !isPin(target)),
      }))
      .filter(({ targets }) => targets.length > 0)
      .map(({ id, targets }) => `${id}: ${targets.map((target) => target.join(' ')).join(', ')}`);
  });
}
