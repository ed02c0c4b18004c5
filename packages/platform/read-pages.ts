import type { AppError } from './errors.ts';
import type { PointsPageAnswer } from './point.ts';

/** Reads one page of the points list, counted from 1, with its own retries. @throws AppError */
export type ReadPage = (page: number, signal?: AbortSignal) => Promise<PointsPageAnswer>;

type PageReading = { page: number; answer: PointsPageAnswer } | { page: number; error: AppError };

/**
 * Reads pages, a few at a time, and yields each as soon as it has been read or has failed. Never throws.
 * @param waiting the pages to read, the next one last; may be changed while pages are read
 */
export async function* readPages(
  waiting: number[],
  readPage: ReadPage,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<PageReading> {
  const inFlight = new Map<number, Promise<PageReading>>();
  while (waiting.length > 0 || inFlight.size > 0) {
    while (inFlight.size < concurrency && waiting.length > 0) {
      const page = waiting.pop() as number;
      inFlight.set(
        page,
        readPage(page, signal).then(
          (answer) => ({ page, answer }),
          (error: AppError) => ({ page, error }),
        ),
      );
    }
    const read = await Promise.race(inFlight.values());
    inFlight.delete(read.page);
    yield read;
  }
}
