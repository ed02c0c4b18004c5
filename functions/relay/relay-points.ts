import { productPath } from '../../src/lib/platform/products.ts';
import type { ApiContext, Tools } from '../context.ts';
import { readPaging } from '../points/read-paging.ts';
import { relay } from './relay.ts';

/** `GET /api/platform/location/v1/points`: one page of the list as the logged-in broker may see it. */
export function relayPoints(c: ApiContext, tools: Tools): Promise<Response> {
  const { addresses, paging } = tools.settings;
  const { page, perPage } = readPaging(new URL(c.req.url).searchParams, paging);
  const query = new URLSearchParams([
    [paging.page, String(page)],
    [paging.perPage, String(perPage)],
  ]);
  return relay(c, tools, `${addresses.base}${productPath('location', 'points')}?${query}`);
}
