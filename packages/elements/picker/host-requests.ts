import { readFrameOrigin } from '../shared/frame-origin.ts';
import { type Parameters, writeQuery } from './write-query.ts';

/**
 * Calls a function once the element is in view and not hidden (`display: none`, a closed accordion).
 * Ignores its errors.
 * @param rootMargin how far outside the visible part of the page still counts as in view
 */
export function whenShown(element: Element, run: () => unknown, rootMargin = '0px'): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.intersectionRatio) return;
      observer.disconnect();
      Promise.resolve()
        .then(run)
        .catch(() => {});
    },
    // Not 0: in an accordion without height, the edge of the element is in view.
    { rootMargin, threshold: 0.1 },
  );
  observer.observe(element);
}

/** Sends a request to the API of the frame's host, unless the answer is no longer needed. */
export async function requestFromHost<Answer>(
  element: { origin: string },
  path: string,
  query: Parameters,
  isStale: () => unknown,
  use: (answer: Answer) => void,
): Promise<void> {
  if (isStale()) return;
  const answer = await fetch(`${readFrameOrigin(element)}/api/${path}?${writeQuery(query)}`);
  const read = (await answer.json()) as Answer;
  if (!isStale()) use(read);
}
