import type { PointsPageAnswer } from '../contract/point.ts';

/**
 * Reads one page of the points list, counted from 1, always with the same number of points on a page.
 * @throws AppError
 */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<PointsPageAnswer>;
