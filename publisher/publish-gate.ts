import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { rejectedItemSchema, snapshotReportSchema } from '#network/snapshot-format/report.ts';
import {
  compareNetworks,
  comparePoints,
  type Comparison,
  describeChange,
  describeComparison,
  judgePlaces,
  type PointChanges,
} from './compare-networks.ts';
import type { ArrangedNetwork } from './compile-network.ts';
import { SnapshotError } from './explain-failure.ts';
import { findFieldExamples } from './field-examples.ts';
import { MAX_EXAMPLES } from './misplaced.ts';
import type { PageLog } from './page-log.ts';
import { readPublishedPoints } from './published-points.ts';
import type { Report } from './report.ts';
import { readStoredManifest, readVersions } from './versions.ts';

const count = z.int().check(z.gte(0));
const ACCEPT =
  'To publish it anyway: npm run snapshot -- --accept (within an hour, it reuses the pages already read).';
/** The parts of a version's report that the gate compares. */
const comparedSchema = z.extend(snapshotReportSchema, {
  walkedAt: z.string(),
  points: count.check(z.gte(1)),
  countries: z.array(z.tuple([z.string(), count])),
  fields: z.record(z.string(), count),
  setAside: z.array(rejectedItemSchema),
});

/** The folder that a new network is compared with. */
export interface Gate {
  folder: string;
  /** Whether to publish in any case. */
  accept: boolean;
}

/**
 * Refuses a network whose points lie outside their countries, or that differs too much from the published ones.
 * @returns the comparisons, and whether it would have been refused
 * @throws SnapshotError if refused, with each figure that exceeds its limit and what to do
 */
export function passGate(
  gate: Gate,
  network: ArrangedNetwork,
  log: Pick<PageLog, 'readItem'>,
): { comparisons: Comparison[]; accepted: boolean } {
  const { folder, accept } = gate;
  let comparisons: Comparison[] = [];
  try {
    comparisons = compareWithVersions(folder, network, log);
  } catch (error) {
    if (accept) return { comparisons, accepted: true };
    throw new SnapshotError(
      `Nothing was published: can't read the published network to compare with. ${ACCEPT}\n${String(error)}`,
    );
  }
  const refusal = describeRefusal(comparisons, network.report);
  if (refusal !== null && !accept) throw new SnapshotError(refusal);
  return { comparisons, accepted: refusal !== null };
}

/**
 * Compares a network with the current version and with the oldest comparable one (see `chooseVersions`), so that many small
 * losses are noticed too.
 * @throws if a version can't be read
 */
function compareWithVersions(
  folder: string,
  { sorted, report }: ArrangedNetwork,
  log: Pick<PageLog, 'readItem'>,
): Comparison[] {
  const { current, damaged, order } = readVersions(folder);
  if (damaged) throw new Error('manifest.json is damaged');
  if (current === null) return [];
  const now = { ...report, rejected: report.setAside.length };
  const rejected = new Set(report.setAside.map(({ id }) => id));
  const { offsets, lengths } = sorted.points;
  return chooseVersions(folder, order).map((version, at) => {
    const path = join(folder, version, 'report.json');
    const read = z.parse(comparedSchema, JSON.parse(readFileSync(path, 'utf8')));
    const before = { ...read, rejected: read.setAside.length };
    const compare = (points: PointChanges | null, examplesOf?: (figure: string) => string[]) => ({
      version,
      walkedAt: read.walkedAt,
      changes: compareNetworks(before, now, points, examplesOf),
    });
    // Don't compare point by point with the older version: reading all points is slow, and it would count losses accepted since.
    if (at > 0) return compare(null);
    const published = readPublishedPoints(folder);
    const known = new Set(read.setAside.map(({ id }) => id));
    return compare(comparePoints(published, sorted, rejected), (figure) => {
      if (figure === 'set_aside') return listRejected(report.setAside, known);
      const field = /^field (.*)/s.exec(figure)?.[1];
      if (field === undefined) return [];
      return findFieldExamples(field, published, sorted, (row) => log.readItem(offsets[row]!, lengths[row]!));
    });
  });
}

/** Lists items set aside now that weren't before, at most MAX_EXAMPLES. */
function listRejected(setAside: Report['setAside'], known: ReadonlySet<string | null>): string[] {
  return setAside
    .filter(({ id }) => id === null || !known.has(id))
    .slice(0, MAX_EXAMPLES)
    .map(({ id, problem }) => `${id ?? '(no id)'} ${problem}`);
}

function describeRefusal(comparisons: readonly Comparison[], { misplaced }: Report): string | null {
  const outside = judgePlaces(misplaced).filter(({ exceeded }) => exceeded);
  const worse = comparisons
    .map((comparison) => ({ ...comparison, changes: comparison.changes.filter(({ exceeded }) => exceeded) }))
    .filter(({ changes }) => changes.length > 0);
  if (worse.length === 0 && outside.length === 0) return null;
  return [
    'Nothing was published: the new network was refused. The published one stays as it is.',
    ...(outside.length > 0 ? ['Points lie outside their countries', ...outside.flatMap(describeChange)] : []),
    ...worse.flatMap(describeComparison),
    `Ask the platform whether this is intended. ${ACCEPT}`,
  ].join('\n');
}

/** Chooses the current version and the oldest comparable one: not before a version accepted by hand, and not a withdrawn one. */
function chooseVersions(folder: string, order: readonly string[]): string[] {
  const [current = '', ...earlier] = order;
  let oldest = current;
  for (const version of earlier) {
    const newer = readStoredManifest(folder, oldest);
    const own = readStoredManifest(folder, version);
    if (newer === null || own === null || newer.publication.accepted || own.publication.withdrawn) break;
    oldest = version;
  }
  return oldest === current ? [current] : [current, oldest];
}
