import { gunzipSync } from 'node:zlib';
import { createFolderStore } from '../../../../functions/node/folder-store.ts';
import { STREETS_PUBLICATION } from '../../../../functions/files/store.ts';
import { createStreetsServer } from '../../../../functions/files/serve-streets.ts';
import { openGazetteer } from '#search/gazetteer/open-gazetteer.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';

/** Opens the gazetteer of published streets as a page does, through the function. @param now the function's clock */
export function openPublished(folder: string, now = Date.now) {
  const { serve } = createStreetsServer(createFolderStore(folder, STREETS_PUBLICATION), now);
  /** Files read, with their size on the wire; the manifest and tiles, which the map reads, apart. */
  const read: { name: string; bytes: number }[] = [];
  const gazetteer = openGazetteer({
    files: createSnapshotFiles('https://streets.test/streets/', async (input) => {
      const address = input as string;
      const answer = await serve(new Request(address));
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (/\d+\.json$|index\.json$/.test(address)) read.push({ name: address, bytes: bytes.length });
      if (answer.status === 204) return answer;
      const isPacked = answer.headers.get('content-encoding') === 'gzip';
      return new Response(Uint8Array.from(isPacked ? gunzipSync(bytes) : bytes), { status: answer.status });
    }),
  });
  return { gazetteer, read };
}

/** Splits a text as the search does: at commas, and into words. */
export const split = (text: string): string[][] =>
  text.split(',').map((part) => part.split(/\s+/).filter((word) => word !== ''));
