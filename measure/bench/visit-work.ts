import { LINK, linkLimitMs } from './link.ts';
import { mediansOf } from './statistics.ts';
import { figure } from './table.ts';

/** A visit's work for the link and for the page's main thread until its first pins. Milliseconds are of the slowed-down CPU. */
const WORK = ['bytes', 'requests', 'roundTrips', 'compileMs', 'scriptMs', 'layoutMs'] as const;
export type VisitWork = Record<(typeof WORK)[number], number>;

/** Each figure's median over visits. @throws RangeError without visits */
export const medianWork = (visits: readonly VisitWork[]): VisitWork => mediansOf(visits, WORK);

/** The lower bound of the time until first pins, in words. */
export function explainLimit({ roundTrips, bytes, compileMs, scriptMs, layoutMs }: VisitWork): string {
  const { latencyMs, transferMs } = linkLimitMs(roundTrips, bytes);
  return (
    `${figure(roundTrips)} round trips × ${LINK.latencyMs} ms = ${figure(latencyMs)} ms, ` +
    `${figure(bytes / 1000)} KB at ${LINK.downBitsPerSecond / 1e6} Mbit/s = ${figure(transferMs)} ms, ` +
    `scripts ${figure(scriptMs)} ms (compiling ${figure(compileMs)}), layout ${figure(layoutMs)} ms`
  );
}
