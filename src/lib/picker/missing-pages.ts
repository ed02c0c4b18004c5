import type { AppError } from '#platform/errors.ts';
import type { PointsPageAnswer } from '#platform/point.ts';

export type MissingPage = { page: number; answer: PointsPageAnswer } | { page: number; error: AppError };

/** Reads the given pages, a few concurrently, and yields each as soon as it is read or has failed. Never throws. */
export async function* readMissingPages(
  pages: readonly number[],
  readPage: ReadPage,
  signal: AbortSignal,
  concurrency: number,
): AsyncGenerator<MissingPage> {
  const waiting = [...pages];
  const underWay = new Map<number, Promise<MissingPage>>();
  while (waiting.length > 0 || underWay.size > 0) {
    while (underWay.size < concurrency && waiting.length > 0) {
      const page = waiting.shift() as number;
      underWay.set(
        page,
        readPage(page, signal).then(
          (answer) => ({ page, answer }),
          (error: AppError) => ({ page, error }),
        ),
      );
    }
    const read = await Promise.race(underWay.values());
    underWay.delete(read.page);
    yield read;
  }
}

/**
 * Reads one page of the points list, counted from 1; the number of points per page is constant.
 * @throws AppError
 */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<PointsPageAnswer>;
