import { LINK, linkLimitMs } from './link.ts';
import { spreadOf } from './statistics.ts';
import { figure } from './table.ts';

/**
 * A visit's work for the link and for the page's main thread until its first pins; milliseconds (with the CPU slowed down) and
 * bytes.
 */
export interface VisitWork {
  bytes: number;
  requests: number;
  roundTrips: number;
  compileMs: number;
  scriptMs: number;
  layoutMs: number;
}

/** Each figure's median over visits. @throws RangeError without visits */
export function medianWork(visits: readonly VisitWork[]): VisitWork {
  const median = (of: (visit: VisitWork) => number) => spreadOf(visits.map(of)).median;
  return {
    bytes: median((visit) => visit.bytes),
    requests: median((visit) => visit.requests),
    roundTrips: median((visit) => visit.roundTrips),
    compileMs: median((visit) => visit.compileMs),
    scriptMs: median((visit) => visit.scriptMs),
    layoutMs: median((visit) => visit.layoutMs),
  };
}

/** The lower bound of the time until first pins, in words. */
export function explainLimit({ roundTrips, bytes, compileMs, scriptMs, layoutMs }: VisitWork): string {
  const { latencyMs, transferMs } = linkLimitMs(roundTrips, bytes);
  return (
    `${figure(roundTrips)} round trips × ${LINK.latencyMs} ms = ${figure(latencyMs)} ms, ` +
    `${figure(bytes / 1000)} KB at ${LINK.downBitsPerSecond / 1e6} Mbit/s = ${figure(transferMs)} ms, ` +
    `scripts ${figure(scriptMs)} ms (compiling ${figure(compileMs)}), layout ${figure(layoutMs)} ms`
  );
}
