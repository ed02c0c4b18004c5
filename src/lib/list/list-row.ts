import type { PointDetails } from '../contract/point-details.ts';
import { writeAddress } from '../contract/write-address.ts';
import type { Evaluation } from '../filter/evaluate-point.ts';
import type { NearPoint } from '../network/nearest.ts';
import type { Details } from './read-details.ts';

/** A point of the list, with what is known of it. */
export interface ListRow extends NearPoint {
  /** undefined until it is known. */
  details: Details | undefined;
  /** null where there is nothing to evaluate, or nothing to evaluate by yet. */
  evaluation: Evaluation | null;
  /** Whether another row has the same name and address: its id tells it apart. */
  alike: boolean;
}

/** Puts points that don't suit after those that do or may; both keep their order, which is by distance. */
export function orderRows(
  near: readonly NearPoint[],
  read: (id: string) => Details | undefined,
  evaluate: ((details: PointDetails) => Evaluation) | null,
): ListRow[] {
  const details = near.map(({ point }) => read(point.id));
  const titles = details.map((each) => (typeof each === 'object' ? writeTitle(each) : ''));
  const seen = new Set<string>();
  const repeated = new Set(titles.filter((title) => seen.size === seen.add(title).size));
  const rows = near.map((point, at): ListRow => {
    const [each, title] = [details[at], titles[at]!];
    return {
      ...point,
      details: each,
      alike: title !== '' && repeated.has(title),
      evaluation: evaluate !== null && typeof each === 'object' ? evaluate(each) : null,
    };
  });
  const matches = (row: ListRow) => row.evaluation?.matches !== 'no';
  return evaluate === null ? rows : [...rows.filter(matches), ...rows.filter((row) => !matches(row))];
}

const writeTitle = (details: PointDetails) => `${details.name}\n${writeRowAddress(details)}`;

/** Whether the platform tells nothing of when a point is open. */
export function hidesHours({ details }: ListRow): boolean {
  return typeof details === 'object' && details.hours === null && details.roundTheClock !== true;
}

/** `Rochusplatz 1, 1030 Wien`, without the street where that is the point's name already; empty when none is given. */
export function writeRowAddress({ name, street, ...place }: PointDetails): string {
  return writeAddress({ ...place, street: street === name ? '' : street });
}
