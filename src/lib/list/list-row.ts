import type { PointDetails } from '#contract/point-details.ts';
import { writeAddress } from '#contract/write-address.ts';
import type { Evaluation } from '#filter/evaluate-point.ts';
import type { NearestPoint } from '#network/nearest.ts';
import type { Details } from './read-details.ts';

export interface ListRow extends NearestPoint {
  /** undefined until loaded. */
  details: Details | undefined;
  /** null if there are no rules to evaluate, or the details aren't loaded. */
  evaluation: Evaluation | null;
  /** Whether another row has the same name, address and type; the id is then shown as well. */
  alike: boolean;
}

/** Moves points that don't match behind those that do or may; both groups stay sorted by distance. */
export function orderRows(
  near: readonly NearestPoint[],
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

const writeTitle = (details: PointDetails) =>
  [details.name, writeRowAddress(details), details.type].join('\n');

/** `Rochusplatz 1, 1030 Wien`, without the street if it equals the point's name; empty if there is no address. */
export function writeRowAddress({ name, street, ...place }: PointDetails): string {
  return writeAddress({ ...place, street: street === name ? '' : street });
}
