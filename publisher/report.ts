import type { RejectedItem, RejectionReason } from '#platform/point.ts';
import { describeComparison, type Comparison } from './compare-networks.ts';
import { describeDifferences } from './contract/contract-watch.ts';
import type { Difference } from './contract/observation.ts';
import type { Misplaced } from './misplaced.ts';
import { formatPlural, formatThousands, formatDuration, printable } from './format.ts';

/** The items that a walk found and omitted: `report.json`. */
export interface Report {
  /** When the walk ended, ISO 8601. */
  walkedAt: string;
  walkMs: number;
  /** Number of items that the list reports. */
  listed: number;
  points: number;
  /** Items that the list counts, but that weren't in it. */
  lost: number;
  /** Items whose id another item has too; the first one in the list is used. */
  repeated: number;
  /** Whether the list changed while it was read. */
  moved: boolean;
  passes: number;
  failedPages: readonly number[];
  /** Message of the first failure among them. */
  failure: string | null;
  /** Points by country, the most first. */
  countries: readonly (readonly [country: string, count: number])[];
  /** Number of points that have each of the fields used for search and filters. */
  fields: Readonly<Record<string, number>>;
  /** The same by country, the most points first. */
  countryFields: readonly (readonly [
    country: string,
    points: number,
    fields: Readonly<Record<string, number>>,
  ])[];
  /** Number of classes (country, type, location type) beyond the limit of a snapshot: their points are counted as unknown. */
  unlistedKinds: number;
  /** Points outside their country, by country, the most first. */
  misplaced: readonly Misplaced[];
  /** Items set aside by reason, the most frequent first. */
  reasons: readonly (readonly [reason: RejectionReason, count: number])[];
  /** All items set aside, sorted by reason, then id. */
  setAside: readonly RejectedItem[];
  /** Differences from earlier versions; empty for the first one of a folder. */
  comparisons: readonly Comparison[];
  /** Differences between the platform's answers and the known contract. */
  contract: readonly Difference[];
}

const REASONS: Readonly<Record<RejectionReason, string>> = {
  not_an_object: 'not an object',
  id_missing: 'without an id',
  coordinates_invalid: 'without a valid position',
  coordinates_zero: 'with the position 0, 0, which is open sea',
  coordinates_swapped: 'with latitude and longitude exchanged',
};

/** Sorts by reason, id and problem, so that the order doesn't depend on the walk. */
export function sortRejected(rejected: readonly RejectedItem[]): RejectedItem[] {
  const key = ({ id, reason, problem }: RejectedItem) => [reason, id ?? '', problem].join('\0');
  return [...rejected].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Writes the report as text, for `report.txt`. */
export function writeReport(report: Report): string {
  const lines = [
    `The network as it was on ${report.walkedAt.replace('T', ' at ').slice(0, 19)} UTC`,
    '',
    `${formatThousands(report.listed)} in the platform's list`,
    `${formatThousands(report.points)} on the map`,
    `${formatThousands(report.setAside.length)} set aside`,
    ...report.reasons.map(([reason, count]) => `  ${formatThousands(count)} ${REASONS[reason]} (${reason})`),
    ...(report.unlistedKinds > 0 ? describeUnlisted(report.unlistedKinds) : []),
    '',
    'The walk',
    ...describeWalk(report),
    ...report.comparisons.flatMap((comparison) => ['', ...describeComparison(comparison)]),
    ...(report.contract.length > 0
      ? ['', "The platform's answers differ from the known contract", ...describeDifferences(report.contract)]
      : []),
    ...(report.misplaced.length > 0 ? ['', 'Points outside their country'] : []),
    ...report.misplaced.map(describeMisplaced),
    '',
    'Points by country',
    ...report.countries.map(
      ([country, count]) => `  ${printable(country || '(none)')} ${formatThousands(count)}`,
    ),
  ];
  for (const [reason, count] of report.reasons) {
    lines.push('', `Set aside: ${REASONS[reason]} (${formatThousands(count)})`);
    for (const item of report.setAside) {
      if (item.reason === reason)
        lines.push(`  ${printable(item.id ?? '(no id)')}  ${printable(item.problem)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function describeMisplaced({ country, points, exchanged, outside }: Misplaced): string {
  const swapped =
    exchanged > 0
      ? `, ${formatThousands(exchanged)} of them inside with latitude and longitude exchanged`
      : '';
  return `  ${printable(country)} ${formatThousands(exchanged + outside)} of ${formatThousands(points)}${swapped}`;
}

function describeUnlisted(kinds: number): string[] {
  return [
    '',
    `${formatPlural(kinds, 'kind', 'kinds')} of points (country, type and location type) exceed what a snapshot can list. The points of the`,
    'rarest kinds are on the map with their own values, but filters treat their country and type as unknown.',
  ];
}

function describeWalk(report: Report): string[] {
  const { passes, failedPages, failure, moved, repeated, lost } = report;
  const times = passes === 1 ? 'once' : `${passes} times`;
  const lines = [`  The list was read ${times}, in ${formatDuration(report.walkMs)}.`];
  if (repeated > 0) {
    lines.push(
      `  ${formatPlural(repeated, 'item has', 'items have')} an id that another item has too; the first one in the list counts.`,
    );
  }
  if (moved && repeated === 0) lines.push('  It changed while it was read, and was read again.');
  if (failedPages.length > 0) {
    const pages = formatPlural(failedPages.length, 'page', 'pages');
    lines.push(`  ${pages} could not be read: ${shorten(failedPages)}. ${failure}`);
  }
  lines.push(
    lost > 0
      ? `  ${formatPlural(lost, 'item', 'items')} that the list counts were missing, or had the id of another item.`
      : '  Every item that the list counts was found.',
  );
  return lines;
}

const PAGES_NAMED = 20;

function shorten(pages: readonly number[]): string {
  const more = pages.length - PAGES_NAMED;
  return pages.slice(0, PAGES_NAMED).join(', ') + (more > 0 ? ` and ${formatThousands(more)} more` : '');
}
