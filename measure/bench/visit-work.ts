import { LINK, linkLimitMs } from './link.ts';
import { mediansOf } from './statistics.ts';
import { figure } from './table.ts';

/** The work that a visit causes for the link and the page's main thread until its first pins. Milliseconds are those of the slowed-down CPU. */
const WORK = ['bytes', 'requests', 'roundTrips', 'compileMs', 'scriptMs', 'layoutMs'] as const;
export type VisitWork = Record<(typeof WORK)[number], number>;

/** Computes each figure's median over the visits. @throws RangeError without visits */
export const medianWork = (visits: readonly VisitWork[]): VisitWork => mediansOf(visits, WORK);

/** Describes the lower bound of the time until first pins. */
export function explainLimit({ roundTrips, bytes, compileMs, scriptMs, layoutMs }: VisitWork): string {
  const { latencyMs, transferMs } = linkLimitMs(roundTrips, bytes);
  return (
    `${figure(roundTrips)} round trips × ${LINK.latencyMs} ms = ${figure(latencyMs)} ms, ` +
    `${figure(bytes / 1000)} KB at ${LINK.downBitsPerSecond / 1e6} Mbit/s = ${figure(transferMs)} ms, ` +
    `scripts ${figure(scriptMs)} ms (compiling ${figure(compileMs)}), layout ${figure(layoutMs)} ms`
  );
}
