import { AppError } from '#platform/errors.ts';
import { pathOf } from '#platform/operation.ts';
import { listPoints } from '#platform/location.ts';
import { ASSUMED_PAGING, readPointsPage } from '#platform/read-points-page.ts';
import { createRequester } from '#platform/request.ts';
import type { ApiContext, Services } from '../context.ts';
import { countComputing } from '../http/count-request.ts';
import { callAsItself } from '../http/own-platform.ts';
import { refuseRequest } from '../http/refusal.ts';
import { readPaging } from './read-query.ts';

/** Maximum number of items that are counted together. */
const ITEMS_IN_A_COUNT = 100;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** The network changes daily; caching for five minutes reduces load on the platform at peak times. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * `GET /api/points?page=1&perPage=100`: one page of the list for shoppers, who have no login. The platform's page is returned
 * with its items unchanged. Only the two numbers of the request are sent to the platform, no cookie or header.
 */
export async function answerPoints(c: ApiContext, services: Services): Promise<Response> {
  const { settings } = services;
  const { page, perPage } = readPaging(new URL(c.req.url).searchParams, ASSUMED_PAGING);
  await countComputing(c, services, 'hundredItems', Math.ceil(perPage / ITEMS_IN_A_COUNT));
  const send = createRequester(callAsItself(c, services, services.appToken, { maxBytes: MAX_PAGE_BYTES }));
  const listUrl = settings.addresses.base + pathOf(listPoints);
  const answer = await readPointsPage(send, listUrl, page, perPage, settings.paging).catch(
    (error: unknown) => {
      // The two numbers are all that differs between requests, so a 4xx of the platform is about them.
      const isAboutNumbers = error instanceof AppError && ['rejected', 'not_found'].includes(error.code);
      throw isAboutNumbers ? refuseRequest('The platform refused this page.') : error;
    },
  );
  c.header('cache-control', CACHE_CONTROL);
  return c.json(answer.data);
}
