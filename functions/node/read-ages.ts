import * as z from 'zod/mini';
import { streetsManifestSchema } from '../../src/lib/contract/streets.ts';

/** What figures need of the network's manifest, however the rest of it changes. */
const networkSchema = z.looseObject({
  walkedAt: z.string(),
  count: z.number(),
  setAside: z._default(z.record(z.string(), z.number()), {}),
});

/** Where the manifests are read: folders, or stores. They fail as those do. */
export interface Manifests {
  network: () => Promise<Uint8Array | null>;
  streets: () => Promise<Uint8Array | null>;
}

/** Reads how old what is published is, from where the function reads it. */
export async function readAges(manifests: Manifests, nowMs: number) {
  const [network, streets] = await Promise.all([
    parseManifest(manifests.network, networkSchema),
    parseManifest(manifests.streets, streetsManifestSchema),
  ]);
  const ageOf = (date: string) => (nowMs - Date.parse(date)) / 1000;
  return {
    /** Null where none is published here, or can't be read. */
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

async function parseManifest<T>(
  read: () => Promise<Uint8Array | null>,
  schema: z.ZodMiniType<T>,
): Promise<T | null> {
  try {
    const bytes = await read();
    return bytes && schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
