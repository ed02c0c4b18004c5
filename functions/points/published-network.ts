import { AppError } from '../../src/lib/contract/errors.ts';
import { manifestSchema } from '../../src/lib/contract/snapshot.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { openSnapshot } from '../../src/lib/network/open-snapshot.ts';
import type { Snapshot } from '../../src/lib/network/snapshot.ts';
import { createSnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import type { Surroundings } from '../context.ts';
import { findLastPosition } from './last-position.ts';

/** Where pages and function find the published network, on Node as at the edge. */
const FOLDER = '/snapshot/';
/** For so long the manifest is taken as current. */
const MANIFEST_KEPT_MS = 30_000;

/** The published network as the function looks into it. */
export interface PublishedNetwork {
  /**
   * Opens the network and looks something up in it.
   * @returns null when none is published
   * @throws AppError as the look-up does
   */
  look<Answer>(lookUp: (network: Snapshot) => Promise<Answer>): Promise<Answer | null>;
  /** Where a point was that is gone; null when nobody knows. */
  findLastPosition(id: string): Promise<Position | null>;
}

/**
 * Reads the published network through the same hands that serve it to browsers. It is opened anew for each question: at the edge, what
 * one request has under way may never settle for another one. Only the manifest is kept, as plain data.
 */
export function createPublishedNetwork(
  appOrigin: string,
  { servePage, now }: Pick<Surroundings, 'servePage' | 'now'>,
): PublishedNetwork {
  let kept: { manifest: unknown; untilMs: number } | null = null;

  const readFile = async (input: string | URL | Request): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    const answer = await servePage?.(new Request(address));
    return answer ?? new Response(null, { status: 404 });
  };

  async function readManifest(): Promise<unknown> {
    if (kept !== null && now() < kept.untilMs) return kept.manifest;
    const answer = await readFile(`${appOrigin}${FOLDER}manifest.json`);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new AppError('unavailable', `The manifest was answered with ${answer.status}.`);
    const manifest: unknown = await answer.json().catch((cause: unknown) => {
      throw new AppError('malformed', 'The manifest is not JSON.', { cause });
    });
    kept = { manifest, untilMs: now() + MANIFEST_KEPT_MS };
    return manifest;
  }

  async function lookOnce<Answer>(lookUp: (network: Snapshot) => Promise<Answer>): Promise<Answer | null> {
    const manifest = await readManifest();
    if (manifest === null) return null;
    const network = await openSnapshot({
      baseUrl: `${appOrigin}${FOLDER}`,
      fetch: readFile,
      now,
      manifest: Promise.resolve(manifest),
    });
    try {
      return await lookUp(network);
    } finally {
      network.close();
    }
  }

  return {
    async findLastPosition(id) {
      const reading = manifestSchema.safeParse(await readManifest());
      if (!reading.success) return null;
      return findLastPosition(id, reading.data, (version) =>
        createSnapshotFiles(`${appOrigin}${FOLDER}${version}/`, readFile),
      );
    },
    async look(lookUp) {
      const fromKept = kept !== null;
      try {
        return await lookOnce(lookUp);
      } catch (error) {
        // The version that the kept manifest names may be gone by now.
        if (!fromKept || !(error instanceof AppError)) throw error;
        kept = null;
        return lookOnce(lookUp);
      }
    },
  };
}
