import type { Point } from '#platform/point.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';

/** Summary of the point; undefined if its code can't be loaded, because a choice must not wait for a connection. */
export async function summarize(point: Point): Promise<PointSummary | undefined> {
  const module = await import('#contract/point-summary.ts').catch(() => null);
  return module?.summarizePoint(point);
}
