import type { Frame, Page } from '@playwright/test';
import { listLeftEdges, listOddControls } from './list-odd-controls.ts';

/** The contents of a column, and the elements at whose edge they begin. */
export interface Column {
  elements: string;
  within: string;
}

/** The picker's. Centred texts aren't listed. */
export const PICKER_COLUMN: Column = {
  elements: [
    '.box, .quick > .chip:first-child, .summary [role="status"], .row .icon, .hint, .progress p, .chosen > svg',
    '.card h2, .card address, .card h3, .card footer .button, .stack h2, .stack li .button',
    '#filter-heading, legend, .chips > .chip:first-child, .pane > .button',
  ].join(', '),
  within: '.picker, .chosen',
};
export const PAGE_COLUMN: Column = { elements: '.page > *:first-child', within: '.page' };
/** `--dp-space-4` */
const EDGE_PX = 16;

/** Lists controls of other heights, then contents of the column that begin elsewhere. */
export async function listOffGrid(page: Page | Frame, { elements, within }: Column): Promise<string[]> {
  const edges = await listLeftEdges(page, elements, within);
  if (edges.length === 0) return ['nothing is in the column'];
  const odd = edges.filter(([px]) => px !== EDGE_PX).map((edge) => edge.join(' '));
  return [...(await listOddControls(page)), ...odd];
}
