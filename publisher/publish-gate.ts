import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { rejectedItemSchema, snapshotReportSchema } from '../src/lib/snapshot-format/report.ts';
import { compareNetworks, describeComparison, type Comparison } from './compare-networks.ts';
import type { ArrangedNetwork } from './compile-network.ts';
import { SnapshotError } from './explain-failure.ts';
import type { SortedPoints } from './sort-points.ts';
import type { ChangeLimits } from './settings.ts';
import { readKeptManifest, readVersions } from './versions.ts';

const count = z.int().check(z.gte(0));
const ACCEPT =
  'To publish it all the same: npm run snapshot -- --accept (within the hour the pages that were read serve again).';
/** The parts of a version's report that are compared. */
const comparedSchema = z.extend(snapshotReportSchema, {
  walkedAt: z.string(),
  points: count.check(z.gte(1)),
  countries: z.array(z.tuple([z.string(), count])),
  fields: z.optional(z.record(z.string(), count)),
  setAside: z.array(rejectedItemSchema),
});
const idRowsSchema = z.array(z.tuple([z.string(), count]));

/**
 * Compares a network with the published ones, and refuses it if it differs too much.
 * @param accept never refuses
 * @returns the comparisons, and whether it would have been refused
 * @throws SnapshotError if refused, with each figure that exceeds its limit and what to do
 */
export function passGate(
  folder: string,
  network: ArrangedNetwork,
  limits: ChangeLimits,
  accept: boolean,
): { comparisons: Comparison[]; accepted: boolean } {
  let comparisons: Comparison[] = [];
  try {
    comparisons = compareWithVersions(folder, network, limits);
  } catch (error) {
    if (accept) return { comparisons, accepted: true };
    throw new SnapshotError(
      `Nothing was published: what is published can't be read, so nobody can tell what would be lost. ${ACCEPT}\n${String(error)}`,
    );
  }
  const refusal = describeRefusal(comparisons);
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
  limits: ChangeLimits,
): Comparison[] {
  const { current, damaged, order } = readVersions(folder);
  if (damaged) throw new Error('manifest.json is damaged');
  if (current === null) return [];
  const now = { ...report, rejected: report.setAside.length };
  const rejected = new Set(report.setAside.map(({ id }) => id));
  return chooseVersions(folder, order).map((version, at) => {
    const read = z.parse(comparedSchema, readJson(folder, version, 'report.json'));
    const before = { ...read, rejected: read.setAside.length };
    // Reading all ids is slow; for the older version it would also count points whose loss was let through since.
    const gone = at === 0 ? countGone(listIds(folder, version), sorted, rejected) : null;
    return { version, walkedAt: read.walkedAt, changes: compareNetworks(before, now, gone, limits) };
  });
}

function describeRefusal(comparisons: readonly Comparison[]): string | null {
  const worse = comparisons
    .map((comparison) => ({ ...comparison, changes: comparison.changes.filter(({ exceeded }) => exceeded) }))
    .filter(({ changes }) => changes.length > 0);
  if (worse.length === 0) return null;
  return [
    'Nothing was published: the network was refused, since it differs too much from what is published, which stays.',
    ...worse.flatMap(describeComparison),
    `Ask the platform whether that is meant. ${ACCEPT}`,
    'What is allowed: SNAPSHOT_MAX_CHANGE_… (docs/operating.md).',
  ].join('\n');
}

/** The current version and the oldest comparable one: none before a version accepted by hand, and no withdrawn one. */
function chooseVersions(folder: string, order: readonly string[]): string[] {
  const [current = '', ...earlier] = order;
  let oldest = current;
  for (const version of earlier) {
    const newer = readKeptManifest(folder, oldest);
    const own = readKeptManifest(folder, version);
    if (newer === null || own === null || newer.publication.accepted || own.publication.withdrawn) break;
    oldest = version;
  }
  return oldest === current ? [current] : [current, oldest];
}

/** Merges two sorted lists of ids (by code unit): counts ids of `before` that are neither in the network nor rejected. */
function countGone(
  before: Iterable<string>,
  sorted: SortedPoints,
  rejected: ReadonlySet<string | null>,
): number {
  const { points, rows, ordinalsById } = sorted;
  let gone = 0;
  let at = 0;
  for (const id of before) {
    let now: string | undefined;
    while (at < ordinalsById.length && (now = points.ids[rows[ordinalsById[at]!]!]!) < id) at++;
    if (now !== id && !rejected.has(id)) gone++;
  }
  return gone;
}

function* listIds(folder: string, version: string): Generator<string> {
  const pages = z.parse(z.array(z.string()), readJson(folder, version, 'ids/index.json')).length;
  for (let page = 0; page < pages; page++) {
    for (const [id] of z.parse(idRowsSchema, readJson(folder, version, `ids/${page}.json`))) yield id;
  }
}

function readJson(folder: string, version: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, version, name), 'utf8'));
}
