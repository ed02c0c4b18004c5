import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { pause } from '#async/pause.ts';
import { pathOf } from '#platform/operation.ts';
import { listPoints } from '#platform/location.ts';
import { createRequester } from '#platform/request.ts';
import { createAppBearer, type BearerDependencies } from '#platform/app-token.ts';
import type { PlatformSettings } from '#config/platform-settings.ts';
import { createPlatformFetch } from '../platform-fetch.ts';
import { createContractWatch, sortDifferences } from './contract-watch.ts';
import type { Difference } from './observation.ts';

const PER_PAGE = 100;

/** The fields of a page that we use here; the watch reports missing ones. */
const pagingSchema = z.looseObject({
  count: z.number(),
  page: z.number(),
  perPage: z.number(),
  totalPages: z.number(),
  items: z.array(z.unknown()),
});
type Page = z.infer<typeof pagingSchema>;

/**
 * Reads a token and up to four pages (the first two, the middle one, the last) and compares them with the known contract.
 * @throws AppError if the platform can't be reached or refuses a request
 */
export async function readContract(
  platform: PlatformSettings,
  { fetch: fetchNow, now, wait = pause }: BearerDependencies,
): Promise<Difference[]> {
  const fetch = createPlatformFetch(fetchNow, PER_PAGE);
  const watch = createContractWatch();
  const bearer = createAppBearer(platform, platform.pointsScope, {
    fetch: watch.watchTokens(fetch),
    now,
    wait,
  });
  const send = createRequester({ fetch, bearer, now, wait });
  const listUrl = platform.addresses.base + pathOf(listPoints);
  const problems: Difference[] = [];
  const pages: Page[] = [];

  async function read(page: number): Promise<Page | null> {
    const query = new URLSearchParams([
      [platform.paging.page, String(page)],
      [platform.paging.perPage, String(PER_PAGE)],
    ]);
    const { data } = await send({ method: 'GET', url: `${listUrl}?${query}`, schema: z.unknown() });
    watch.page(data);
    const parsed = pagingSchema.safeParse(data);
    if (!parsed.success) return null;
    for (const item of parsed.data.items) watch.item(item);
    problems.push(...checkPage(parsed.data, page));
    pages.push(parsed.data);
    return parsed.data;
  }

  try {
    const first = await read(1);
    const last = first?.totalPages ?? 1;
    for (const page of new Set([2, Math.ceil(last / 2), last]))
      if (page > 1 && page <= last) await read(page);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed') throw error;
    problems.push(breaking('answer', [error.message, ...error.problems].join(' ')));
  }
  return sortDifferences([...problems, ...comparePages(pages), ...watch.differences()]);
}

const breaking = (path: string, message: string): Difference => ({ kind: 'breaking', path, message });

function checkPage({ count, page, perPage, totalPages, items }: Page, requested: number): Difference[] {
  const differences: Difference[] = [];
  if (page !== requested)
    differences.push(breaking('page.page', `requested page ${requested}, got page ${page}`));
  if (totalPages !== Math.ceil(count / perPage))
    differences.push(
      breaking('page.totalPages', `${totalPages} pages of ${perPage} don't hold ${count} items`),
    );
  const expected = page < totalPages ? perPage : count - Math.max(0, totalPages - 1) * perPage;
  if (items.length !== expected)
    differences.push(
      breaking('page.items', `${items.length} items on page ${page} of ${totalPages}, expected ${expected}`),
    );
  if (perPage !== PER_PAGE)
    differences.push({
      kind: 'additive',
      path: 'page.perPage',
      message: `requested ${PER_PAGE} items, got pages of ${perPage}`,
    });
  return differences;
}

/** Detects an ignored paging parameter: if the platform silently drops one it no longer knows, every page is page 1. */
function comparePages([first, ...others]: readonly Page[]): Difference[] {
  if (first === undefined || first.items.length === 0) return [];
  const text = JSON.stringify(first.items);
  return others.some(({ items }) => JSON.stringify(items) === text)
    ? [breaking('page.items', 'another page contains the items of page 1')]
    : [];
}
