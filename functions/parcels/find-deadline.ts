import type { PublicParcelDraft } from './to-public-parcel.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Finds until when a parcel can be collected: the platform doesn't say it, but an operator knows how long the
 * carrier's points keep parcels. A parcel that is still ready afterwards was given more time, nobody knows how
 * much.
 * @param type of its point; null if it isn't known
 * @param collectDays days in which a parcel can be collected, by the type of its point
 * @returns ISO 8601; null if it isn't known
 */
export function findDeadline(
  { state, since, isReturn }: Pick<PublicParcelDraft, 'state' | 'since' | 'isReturn'>,
  type: string | null,
  collectDays: ReadonlyMap<string, number>,
  nowMs: number,
): string | null {
  const days = collectDays.get(type ?? '');
  if (state !== 'ready' || since === null || isReturn === true || days === undefined) return null;
  const untilMs = Date.parse(since) + days * DAY_MS;
  return untilMs > nowMs ? new Date(untilMs).toISOString() : null;
}
