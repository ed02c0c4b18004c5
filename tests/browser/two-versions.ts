import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Droppoint } from './droppoint.ts';

const REMOVED_POINTS = 600;

interface PublishedPoint {
  id: string;
  latitude: number;
  longitude: number;
  locationType?: string;
}

/** Two versions of the published network, one of which is served at a time. */
export interface TwoVersions {
  /** Points of the first version that are missing in the second. */
  gone: readonly PublishedPoint[];
  /** Points of both. */
  retained: readonly PublishedPoint[];
  /** Folder names. */
  versions: readonly [first: string, second: string];
  /** Replaces the version served by the other, whose files are gone then. Resolves when it is served. */
  show(which: 0 | 1): Promise<void>;
}

/** Publishes the sandbox's network, and once more without some of its points; the first is shown. */
export async function publishTwice(droppoint: Droppoint): Promise<TwoVersions> {
  const folder = droppoint.published;
  const aside = `${folder}-aside`;
  rmSync(aside, { recursive: true, force: true });
  const manifests = () => readdirSync(folder).filter((name) => name.startsWith('manifest.json'));

  async function publish(which: 0 | 1, how?: 'anew'): Promise<string> {
    await droppoint.publish(how);
    const { version } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      version: string;
    };
    mkdirSync(join(aside, String(which)), { recursive: true });
    for (const name of manifests()) copyFileSync(join(folder, name), join(aside, String(which), name));
    return version;
  }
  const first = await publish(0);
  await droppoint.setFaults([
    { kind: 'drift', mode: 'remove', points: REMOVED_POINTS, times: 1, routes: ['points'] },
  ]);
  const second = await publish(1, 'anew');
  const versions = [first, second] as const;

  const [before, after] = versions.map((version) => readPoints(join(folder, version)));
  const later = new Set(after!.map(({ id }) => id));
  for (const version of versions) renameSync(join(folder, version), join(aside, version));

  let shown: string | null = null;
  async function show(which: 0 | 1): Promise<void> {
    const next = versions[which];
    if (next === shown) return;
    // In the publisher's order.
    renameSync(join(aside, next), join(folder, next));
    for (const name of readdirSync(join(aside, String(which))))
      copyFileSync(join(aside, String(which), name), join(folder, name));
    if (shown !== null) renameSync(join(folder, shown), join(aside, shown));
    shown = next;
    await droppoint.servesPublished();
  }
  await show(0);
  return {
    gone: before!.filter(({ id }) => !later.has(id)),
    retained: before!.filter(({ id }) => later.has(id)),
    versions,
    show,
  };
}

function readPoints(version: string): PublishedPoint[] {
  const chunks = join(version, 'chunks');
  return readdirSync(chunks)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(chunks, name), 'utf8')) as ListedItem[])
    .map(({ id, coordinates, locationType }) => ({
      id,
      ...coordinates,
      ...(locationType && { locationType }),
    }));
}

interface ListedItem {
  id: string;
  locationType?: string;
  coordinates: { latitude: number; longitude: number };
}
