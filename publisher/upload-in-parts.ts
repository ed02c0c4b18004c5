import { open } from 'node:fs/promises';
import { inTurns } from './in-turns.ts';
import { SnapshotError } from './explain-failure.ts';

/** What is longer is sent in parts of this. A store takes 10,000 of them of 5 MB at least, and 5 GB in one piece at most. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Parts under way at once, each of which stands in memory twice. */
const AT_ONCE = 4;

/** Sends one request to the store. @throws SnapshotError unless the answer's status is fine */
export type SendToStore = (url: string, init: RequestInit, fine: readonly number[]) => Promise<Response>;

/**
 * Sends a file in parts (S3's multipart upload), each of them checked and tried again by itself. Nobody sees any of it before the last
 * one is there; of what fails nothing stays.
 * @param url the object's
 */
export async function uploadInParts(
  url: string,
  path: string,
  bytes: number,
  headers: Record<string, string>,
  send: SendToStore,
  sign: (content: Buffer) => Record<string, string>,
): Promise<void> {
  const begun = await (await send(`${url}?uploads`, { method: 'POST', headers }, [200])).text();
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
  if (id === undefined)
    throw new SnapshotError(`The object store begins no upload in parts: ${begun.slice(0, 300)}`);
  const upload = `${url}?uploadId=${encodeURIComponent(id)}`;
  const file = await open(path);
  try {
    const tags = new Array<string>(Math.ceil(bytes / PART_BYTES));
    await inTurns([...tags.keys()], AT_ONCE, async (at) => {
      const part = Buffer.alloc(Math.min(PART_BYTES, bytes - at * PART_BYTES));
      await file.read(part, 0, part.length, at * PART_BYTES);
      const put = { method: 'PUT', body: new Uint8Array(part), headers: sign(part) };
      const answer = await send(`${upload}&partNumber=${at + 1}`, put, [200]);
      await answer.body?.cancel();
      tags[at] = answer.headers.get('etag') ?? '';
    });
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const ended = await (await send(upload, { method: 'POST', body }, [200])).text();
    // It may say so with a status of 200: the answer begins before the parts are put together.
    if (ended.includes('<Error>'))
      throw new SnapshotError(`The object store doesn't take ${path}: ${ended.slice(0, 300)}`);
  } catch (error) {
    await send(upload, { method: 'DELETE' }, [200, 204, 404]).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
