import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { MANIFEST } from '#network/snapshot-format/layout.ts';
import { manifestSchema } from '#network/snapshot-format/manifest.ts';
import { formatThousands } from './format.ts';

const VERSION = /^[0-9a-f]{16}$/;

/** How a version came to be published. */
const publicationSchema = z.object({
  /** Whether it was published with `--accept` although it differed too much. */
  accepted: z.boolean(),
  /**
   * The version before the last accepted one; it is never pruned. If several accepted ones follow each other, the version before
   * the first of them, so that a timer that always accepts doesn't prune it.
   */
  wayBack: z.nullable(z.string()),
  /** Whether it was rolled back. */
  withdrawn: z.boolean(),
  /** Identifies how its files were compressed; absent if they weren't all compressed the same way. */
  packing: z.optional(z.string()),
});
export type PublicationRecord = z.infer<typeof publicationSchema>;

/** `<version>/manifest.json`: the manifest as published, with its publication record; for the publisher, not for readers. */
const storedManifestSchema = z.extend(manifestSchema, { publication: publicationSchema });
export type StoredManifest = z.infer<typeof storedManifestSchema>;

/** The versions in a folder; none if the folder is missing. Their order comes from the manifest, not from file times. */
interface Versions {
  current: string | null;
  /** Whether the manifest exists but is invalid. */
  damaged: boolean;
  /** All versions: the current one first, then from newest to oldest; at the end those that the manifest doesn't mention. */
  order: readonly string[];
}

export function readVersions(folder: string): Versions {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const present = new Set(names.filter((name) => VERSION.test(name)));
  const read = readJson(join(folder, MANIFEST));
  const manifest = manifestSchema.safeParse(read);
  if (!manifest.success) return { current: null, damaged: read !== null, order: [...present].sort() };
  const { version, earlier = [] } = manifest.data;
  const named = [version, ...earlier].filter((name) => present.has(name));
  return { current: version, damaged: false, order: [...new Set([...named, ...[...present].sort()])] };
}

/** Finds the current version and how its files were compressed; null if that is unknown. */
export function findPacked(folder: string): { path: string; packing: string } | null {
  const { current } = readVersions(folder);
  const packing = current === null ? undefined : readStoredManifest(folder, current)?.publication.packing;
  return current === null || packing === undefined ? null : { path: join(folder, current), packing };
}

/** @returns null if it is missing or invalid */
export function readStoredManifest(folder: string, version: string): StoredManifest | null {
  return storedManifestSchema.safeParse(readJson(join(folder, version, MANIFEST))).data ?? null;
}

/** @returns null for a missing file, undefined for one that can't be read */
function readJson(path: string): unknown {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return undefined;
  }
}

/** Lists all files of a version: names, relative to the folder, and sizes in bytes. Empty if the version's folder is missing. */
export function listVersionFiles(folder: string, version: string): Map<string, number> {
  if (!existsSync(join(folder, version))) return new Map();
  const names = readdirSync(join(folder, version), { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => [`${version}/${name}`, statSync(join(folder, version, name))] as const);
  return new Map(stats.filter(([, stat]) => stat.isFile()).map(([name, { size }]) => [name, size]));
}

/** Lists the kept versions as text, one per line, the current one first. */
export function listVersions(folder: string): string {
  const { current, order, damaged } = readVersions(folder);
  if (order.length === 0) return `Nothing is published in ${folder}.`;
  const wayBack =
    current === null ? null : (readStoredManifest(folder, current)?.publication.wayBack ?? null);
  const lines = order.map((version) => {
    const manifest = readStoredManifest(folder, version);
    const notes = [
      ...(version === current ? ['current'] : []),
      ...(manifest === null ? ["no record: you can't roll back to it"] : describe(manifest)),
      ...(version === wayBack ? ['kept for roll-back, never pruned'] : []),
    ];
    return `${version}  ${notes.join(', ')}`;
  });
  return [
    ...(damaged ? ['manifest.json is damaged: roll back to one of these, or publish again.'] : []),
    ...lines,
  ].join('\n');
}

function describe({ walkedAt, count, setAside, publication }: StoredManifest): string[] {
  const left = Object.values(setAside).reduce((sum, amount) => sum + amount, 0);
  return [
    `read on ${walkedAt.replace('T', ' at ').slice(0, 19)} UTC`,
    `${formatThousands(count)} points`,
    `${formatThousands(left)} set aside`,
    ...(publication.accepted ? ['accepted by hand'] : []),
    ...(publication.withdrawn ? ['withdrawn'] : []),
  ];
}
