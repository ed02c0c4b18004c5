import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotManifest } from '../src/lib/snapshot-format/manifest.ts';
import { formatCount } from './format.ts';
import type { ObjectStore } from './object-store.ts';
import { SnapshotError } from './snapshot-error.ts';
import { readVersions } from './versions.ts';

/** Requests under way at once. */
const AT_ONCE = 16;
const VERSION_FILE = /^[0-9a-f]{16}\//;
/** These are replaced when the same network is published again. */
const REPLACED = /^[0-9a-f]{16}\/(report|manifest)\./;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The plain one last: it is what readers go by. */
const MANIFESTS = ['manifest.json.br', 'manifest.json.gz', 'manifest.json'];

/**
 * Copies what is published into an object store: files of the version first, each checked to be there, the manifest last. Readers see the
 * version before or this one, never half of one. What the store has already isn't sent again; versions that the manifest no longer names go.
 * @throws SnapshotError
 */
export async function pushPublished(
  folder: string,
  store: ObjectStore,
  say: (text: string) => void,
): Promise<void> {
  const { current } = readVersions(folder);
  if (current === null) throw new SnapshotError(`Nothing is published in ${folder}.`);
  // With those before it, for pages that are open, and for going back.
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Pick<
    SnapshotManifest,
    'version' | 'earlier'
  >;
  const staying = [manifest.version, ...(manifest.earlier ?? [])];
  const sizes = new Map(staying.flatMap((version) => listFiles(folder, version)));
  const before = await store.list();
  const wanted = [...sizes].filter(([name, size]) => REPLACED.test(name) || before.get(name) !== size);
  await inTurns(wanted, ([name]) => store.put(name, readFileSync(join(folder, name)), headersOf(name)));

  const present = await store.list();
  const missing = [...sizes].filter(([name, size]) => present.get(name) !== size);
  if (missing.length > 0)
    throw new SnapshotError(
      `The object store lacks ${missing.length} files that it took (${missing[0]![0]}). Its manifest is as it was; run the command again.`,
    );
  const manifests = MANIFESTS.map((name) => [name, readFileSync(join(folder, name))] as const);
  for (const [name, content] of manifests) await store.put(name, content, headersOf(name));
  for (const [name, content] of manifests)
    if ((await store.get(name))?.equals(content) !== true)
      throw new SnapshotError(
        `The object store answers another ${name} than it was sent. Run the command again.`,
      );

  const old = [...present.keys()].filter(
    (name) => VERSION_FILE.test(name) && !staying.includes(name.slice(0, name.indexOf('/'))),
  );
  await inTurns(old, (name) => store.delete(name));
  say(
    `${current} is in the object store: ${formatCount(wanted.length)} files sent, ${formatCount(old.length)} old ones taken away.`,
  );
}

/** @returns names and sizes of all files of a version */
function listFiles(folder: string, version: string): (readonly [name: string, size: number])[] {
  if (!existsSync(join(folder, version))) return [];
  const entries = readdirSync(join(folder, version), { recursive: true, encoding: 'utf8' });
  return entries
    .map((entry) => `${version}/${entry}`)
    .map((name) => [name, statSync(join(folder, name))] as const)
    .filter(([, stat]) => stat.isFile())
    .map(([name, { size }]) => [name, size]);
}

function headersOf(name: string): Record<string, string> {
  const type = /\.json$/.test(name)
    ? 'application/json'
    : /\.txt$/.test(name)
      ? 'text/plain; charset=utf-8'
      : 'application/octet-stream';
  return {
    'content-type': type,
    'cache-control': VERSION_FILE.test(name) && !REPLACED.test(name) ? IMMUTABLE : 'no-cache',
  };
}

async function inTurns<T>(items: readonly T[], handle: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const walk = async () => {
    for (const item of waiting) await handle(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}
