import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { streetsManifestSchema } from '../../src/lib/contract/streets.ts';

/** What figures need of the network's manifest, however the rest of it changes. */
const networkSchema = z.looseObject({
  walkedAt: z.string(),
  count: z.number(),
  setAside: z._default(z.record(z.string(), z.number()), {}),
});

interface Ages {
  /** Null where none is published here, or can't be read. */
  network: { ageSeconds: number; points: number; rejected: Record<string, number> } | null;
  streets: { name: string; ageSeconds: number }[];
}

/** Reads how old what is published is, from the folders that the function reads it from. */
export async function readAges(snapshotFolder: string, streetsFolder: string, nowMs: number): Promise<Ages> {
  const [network, streets] = await Promise.all([
    readManifest(snapshotFolder, networkSchema),
    readManifest(streetsFolder, streetsManifestSchema),
  ]);
  const ageOf = (date: string) => (nowMs - Date.parse(date)) / 1000;
  return {
    network: network && {
      ageSeconds: ageOf(network.walkedAt),
      points: network.count,
      rejected: network.setAside,
    },
    streets: (streets?.areas ?? []).flatMap(({ name, date }) =>
      date === null ? [] : [{ name, ageSeconds: ageOf(date) }],
    ),
  };
}

async function readManifest<T>(folder: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  } catch {
    return null;
  }
}
