import type { PointsPageAnswer } from '#platform/point.ts';
import { ASSUMED_PAGING, readPointsPage } from '#platform/read-points-page.ts';
import { createRequester } from '#platform/request.ts';
import { publicSettings } from '#config/built-settings.ts';

/** Requests are anonymous: no cookies are sent, so one cached response serves everyone. */
const send = createRequester({ init: { credentials: 'omit' } });

/**
 * Reads a page of points through the site's own function, which holds the token.
 * @throws AppError
 */
export async function readAnonymousPage(page: number, signal?: AbortSignal): Promise<PointsPageAnswer> {
  const { pointsPerPage } = publicSettings;
  const answer = await readPointsPage(send, '/api/points', page, pointsPerPage, ASSUMED_PAGING, signal);
  return answer.data;
}
