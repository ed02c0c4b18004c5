import type { AppError } from './errors.ts';
import type { PointsPageAnswer } from './point.ts';

/** Reads one page of the points list, counted from 1, with its own retries. @throws AppError */
export type ReadPage = (page: number, signal?: AbortSignal) => Promise<PointsPageAnswer>;

type PageReading = { page: number; answer: PointsPageAnswer } | { page: number; error: AppError };

/**
 * Reads pages, a few concurrently, and yields each as soon as it is read or has failed. Never throws.
 * @param waiting the pages, the next one last; may be changed while they are read
 */
export async function* readPages(
  waiting: number[],
  readPage: ReadPage,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<PageReading> {
  const underWay = new Map<number, Promise<PageReading>>();
  while (waiting.length > 0 || underWay.size > 0) {
    while (underWay.size < concurrency && waiting.length > 0) {
      const page = waiting.pop() as number;
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
