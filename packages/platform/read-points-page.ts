import { pointsPageSchema, type PointsPageAnswer } from './point.ts';
import type { PlatformAnswer, Send } from './request.ts';

export interface PagingParameters {
  /** ASSUMED names: the platform's document shows no query parameters (docs/platform-api.md, chapter 4). */
  page: string;
  perPage: string;
}

export const ASSUMED_PAGING: PagingParameters = { page: 'page', perPage: 'perPage' };

/** Reads one page of a points list from the platform or from a relay to it. Pages are counted from 1. */
export function readPointsPage(
  send: Send,
  listUrl: string,
  page: number,
  perPage: number,
  parameters: PagingParameters,
  signal?: AbortSignal,
): Promise<PlatformAnswer<PointsPageAnswer>> {
  const query = new URLSearchParams([
    [parameters.page, String(page)],
    [parameters.perPage, String(perPage)],
  ]);
  return send({ method: 'GET', url: `${listUrl}?${query}`, schema: pointsPageSchema, signal });
}
