import type { PointDetails } from '../contract/point-details.ts';
import type { Judgement } from '../filter/judge-point.ts';
import type { NearPoint } from '../network/nearest.ts';
import type { Details } from './read-details.ts';

/** A point of the list, with what is known of it. */
export interface ListRow extends NearPoint {
  /** undefined until it is known. */
  details: Details | undefined;
  /** null where there is nothing to judge, or nothing to judge by yet. */
  judgement: Judgement | null;
}

/** Puts points that don't suit after those that do or may; both keep their order, which is by distance. */
export function orderRows(
  near: readonly NearPoint[],
  read: (id: string) => Details | undefined,
  judge: ((details: PointDetails) => Judgement) | null,
): ListRow[] {
  const rows = near.map((point): ListRow => {
    const details = read(point.point.id);
    return {
      ...point,
      details,
      judgement: judge !== null && typeof details === 'object' ? judge(details) : null,
    };
  });
  const suits = (row: ListRow) => row.judgement?.suits !== 'no';
  return judge === null ? rows : [...rows.filter(suits), ...rows.filter((row) => !suits(row))];
}

/** Whether the platform tells nothing of when a point is open. */
export function hidesHours({ details }: ListRow): boolean {
  return typeof details === 'object' && details.hours === null && details.roundTheClock !== true;
}
