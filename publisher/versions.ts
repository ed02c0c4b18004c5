import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { MANIFEST } from '../src/lib/snapshot-format/layout.ts';
import { manifestSchema } from '../src/lib/snapshot-format/manifest.ts';

const VERSION = /^[0-9a-f]{16}$/;

/** How a version came to be published. */
const publicationSchema = z.object({
  /** Whether somebody published it although it differed too much from the one before (`--accept`). */
  accepted: z.boolean(),
  /**
   * The version that was there before the last one that was accepted so: it is never pruned. Of several in a row the first one counts, so
   * that a timer that accepts everything doesn't take the way back with it.
   */
  wayBack: z.nullable(z.string()),
  /** Whether somebody went back to a version before it. */
  withdrawn: z.boolean(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** `<version>/manifest.json`: the manifest as it was published, and how; for those who publish, not for readers. */
const keptManifestSchema = z.extend(manifestSchema, { publication: publicationSchema });
export type KeptManifest = z.infer<typeof keptManifestSchema>;

/** Versions in a folder; the order in which they were published is the manifest's, never a clock's. */
export interface Versions {
  current: string | null;
  /** Whether there is a manifest that can't be read. */
  damaged: boolean;
  /** All of them, the current one first, then the newest; at the end those that no manifest names. */
  order: readonly string[];
}

export function readVersions(folder: string): Versions {
  const present = new Set(readdirSync(folder).filter((name) => VERSION.test(name)));
  const read = attempt(() => readJson(join(folder, MANIFEST)));
  const manifest = manifestSchema.safeParse(read);
  if (!manifest.success) return { current: null, damaged: read !== null, order: [...present].sort() };
  const { version, earlier = [] } = manifest.data;
  const named = [version, ...earlier].filter((each) => present.has(each));
  return { current: version, damaged: false, order: [...new Set([...named, ...[...present].sort()])] };
}

/** @returns null where there is none that can be read: the version was published by a release that kept none */
export function readKeptManifest(folder: string, version: string): KeptManifest | null {
  const read = attempt(() => readJson(join(folder, version, MANIFEST)));
  return keptManifestSchema.safeParse(read).data ?? null;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
