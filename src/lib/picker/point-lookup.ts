import { readPoint, type Point, type PointsPageAnswer } from '../contract/point.ts';
import { createLru } from '../network/lru.ts';
import type { StoredPoint } from '../network/point-store.ts';
import type { ReadPage } from './missing-pages.ts';

/** Parsed pages kept for the next card; a page of 500 points is about half a megabyte. */
const PAGES_KEPT = 4;

/**
 * Finds a point's whole item again. The map keeps only where a point is, so the page it came on is read once more
 * (the browser's HTTP cache answers as a rule).
 * @returns null when the list no longer has it there
 * @throws AppError
 */
export type LookUpPoint = (stored: StoredPoint, signal: AbortSignal) => Promise<Point | null>;

export function createPointLookup(readPage: ReadPage, pagesKept = PAGES_KEPT): LookUpPoint {
  const kept = createLru<number, PointsPageAnswer>(pagesKept);

  async function findOnPage(page: number, id: string, signal: AbortSignal): Promise<Point | null> {
    const answer = kept.get(page) ?? (await readPage(page, signal));
    const point = findItem(answer, id);
    // A page that failed us isn't kept: the next try is to see what the server has by then.
    if (point === null) kept.delete(page);
    else kept.set(page, answer);
    return point;
  }

  return async function lookUp({ id, place: page }, signal) {
    // A list that gained or lost an entry pushes points to a neighbouring page.
    for (const candidate of [page, page - 1, page + 1]) {
      if (candidate < 1) continue;
      const point = await findOnPage(candidate, id, signal).catch((error: unknown) => {
        if (candidate === page || signal.aborted) throw error;
        return null;
      });
      if (point !== null) return point;
    }
    return null;
  };
}

function findItem(answer: PointsPageAnswer, id: string): Point | null {
  for (const item of answer.items) {
    if (typeof item !== 'object' || item === null || !('id' in item) || item.id !== id) continue;
    const reading = readPoint(item);
    if ('point' in reading) return reading.point;
  }
  return null;
}
