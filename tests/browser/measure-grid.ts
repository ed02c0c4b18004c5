import type { Page } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { listLeftEdges, listOddControls } from './list-odd-controls.ts';

/** Controls have one height, and what is in a column begins at one edge. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
];

/** What stands in the picker's column. Centred texts aren't listed. */
export const IN_COLUMN = [
  '.box, .quick > .chip:first-child, .summary p, .row .icon, .hint, .progress p, .chosen > svg',
  '.card h2, .card address, .card h3, .card footer .button, .stack h2, .stack li .button',
  '#filter-heading, legend, .chips > .chip:first-child, .pane > .button',
].join(', ');
/** `--dp-space-4` */
const EDGE_PX = 16;

/** In each window size: the controls of other heights, then the left edges of what is in the column. */
export async function measureGrid(page: Page, elements: string, within: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await rest(page);
    found.push(...(await listOddControls(page)).map((odd) => `${size.width} px: ${odd}`));
    const edges = await listLeftEdges(page, elements, within);
    if (edges.length === 0) found.push(`${size.width} px: nothing is in the column`);
    found.push(
      ...edges.filter(([px]) => px !== EDGE_PX).map((edge) => `${size.width} px: ${edge.join(' ')}`),
    );
  }
  return found;
}
