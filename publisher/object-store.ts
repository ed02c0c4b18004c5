import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { pause } from '#async/pause.ts';
import { readSettings, refuseProblems, setting, type Environment } from '#config/setting.ts';
import { forEachLimit } from '#async/limit.ts';
import { SnapshotError } from './explain-failure.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 250;
const WITHIN_MS = 60_000;
/** Upload longer files in parts of this size. S3's limits: 10,000 parts of at least 5 MB, 5 GB in one request. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Concurrent part uploads; each part is in memory twice. */
const PARTS_AT_ONCE = 4;

/** A prefix of an S3-compatible bucket (Amazon S3, R2, MinIO, Ceph, …). Names are relative to the prefix. */
export type ObjectStore = ReturnType<typeof openObjectStore>;

/** The environment variables that Amazon's own tools read. */
export const STORE_SETTINGS = {
  AWS_ENDPOINT_URL: setting(z.string(), '', {
    meaning: 'address of the object store',
    default: "Amazon's of the region",
    example: 'https://s3.example',
  }),
  AWS_REGION: setting(z.string(), 'auto', { meaning: 'its region' }),
  AWS_ACCESS_KEY_ID: setting(z.string(), '', {
    meaning: 'the key that may list, read, write and delete objects',
    missing: 'set it to a key of the object store',
  }),
  AWS_SECRET_ACCESS_KEY: setting(z.string(), '', {
    meaning: 'its secret',
    missing: 'set it to the secret of that key',
  }),
};

/**
 * @param address `s3://bucket` or `s3://bucket/prefix`
 * @param environment with STORE_SETTINGS
 * @throws AppError `settings_invalid`; each function throws a SnapshotError if the store refuses, or after five failed attempts
 */
export function openObjectStore(address: string, environment: Environment, wait = pause) {
  const problems: string[] = [];
  const values = readSettings(STORE_SETTINGS, environment, problems);
  const endpoint = values.AWS_ENDPOINT_URL || `https://s3.${values.AWS_REGION}.amazonaws.com`;
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9.-]+)(?:\/([\w./-]*?))?\/?$/.exec(address) ?? [];
  if (bucket === undefined) problems.push(`--to must be like s3://bucket/prefix, not "${address}".`);
  if (!URL.canParse(endpoint)) problems.push('AWS_ENDPOINT_URL must be an address like https://s3.example.');
  refuseProblems(problems);

  const prefix = path === '' ? '' : `${path}/`;
  // Turn off its own retries: they cover error answers, but not broken connections.
  const client = new AwsClient({
    accessKeyId: values.AWS_ACCESS_KEY_ID,
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
    region: values.AWS_REGION,
    service: 's3',
    retries: 0,
  });
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;

  /** Sends a request, with retries. @throws SnapshotError unless the answer's status is expected */
  async function send(url: string, init: RequestInit, expected: readonly number[]): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await client
        .fetch(url, { ...init, signal: AbortSignal.timeout(WITHIN_MS) })
        .catch((cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))));
      if (!(answer instanceof Error) && expected.includes(answer.status)) return answer;
      const reason = answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`;
      const isTransient = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (!isTransient || attempt === ATTEMPTS)
        throw new SnapshotError(`The object store at ${root} refuses the request: ${reason.slice(0, 300)}`);
      await wait(FIRST_WAIT_MS * 2 ** attempt);
    }
  }

  const sign = (content: Buffer) => ({
    'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
  });
  const urlOf = (name: string) => `${root}/${prefix}${name}`;
  return {
    /** Lists all objects. @returns sizes in bytes, by name */
    async list() {
      const sizes = new Map<string, number>();
      let marker = '';
      for (let isCut = true; isCut;) {
        // Use ListObjects version 1, which continues from a name. All stores support it; continuation tokens differ between them.
        const query = new URLSearchParams({ prefix, marker });
        const text = await (await send(`${root}?${query}`, {}, [200])).text();
        // Don't unescape XML: our names contain no escaped characters, and other names don't matter.
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          marker = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '';
          const size = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1]);
          if (marker.startsWith(prefix)) sizes.set(marker.slice(prefix.length), size);
        }
        isCut = text.includes('<IsTruncated>true<') && marker !== '';
      }
      return sizes;
    },
    /** Uploads an object. The store verifies the content by its SHA-256. */
    async put(name: string, content: Buffer, headers: Record<string, string>) {
      const body = new Uint8Array(content);
      const all = { ...headers, ...sign(content) };
      await (await send(urlOf(name), { method: 'PUT', body, headers: all }, [200])).body?.cancel();
    },
    /**
     * Uploads a file of any size with S3's multipart upload; each part is verified and retried separately. The object appears when
     * the upload is completed; a failed upload is aborted, which deletes its parts.
     */
    async putFile(name: string, path: string, bytes: number, headers: Record<string, string>) {
      const begun = await (await send(`${urlOf(name)}?uploads`, { method: 'POST', headers }, [200])).text();
      const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
      if (id === undefined)
        throw new SnapshotError(`The object store doesn't start a multipart upload: ${begun.slice(0, 300)}`);
      const upload = `${urlOf(name)}?uploadId=${encodeURIComponent(id)}`;
      const file = await open(path);
      try {
        const tags = new Array<string>(Math.ceil(bytes / PART_BYTES));
        await forEachLimit(PARTS_AT_ONCE, [...tags.keys()], async (at) => {
          const part = Buffer.alloc(Math.min(PART_BYTES, bytes - at * PART_BYTES));
          const { bytesRead } = await file.read(part, 0, part.length, at * PART_BYTES);
          if (bytesRead < part.length)
            throw new SnapshotError(`${path} became shorter during the upload. Run the command again.`);
          const put = { method: 'PUT', body: new Uint8Array(part), headers: sign(part) };
          const answer = await send(`${upload}&partNumber=${at + 1}`, put, [200]);
          await answer.body?.cancel();
          tags[at] = answer.headers.get('etag') ?? '';
        });
        const parts = tags.map(
          (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
        );
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        const ended = await (await send(upload, { method: 'POST', body }, [200])).text();
        // An error may come with status 200, because the store starts to answer before it has joined the parts.
        if (ended.includes('<Error>'))
          throw new SnapshotError(`The object store refuses ${path}: ${ended.slice(0, 300)}`);
      } catch (error) {
        await send(upload, { method: 'DELETE' }, [200, 204, 404]).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    },
    /** @returns null if there is no such object */
    async get(name: string) {
      const answer = await send(urlOf(name), {}, [200, 404]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 404 ? null : bytes;
    },
    async delete(name: string) {
      await (await send(urlOf(name), { method: 'DELETE' }, [200, 204, 404])).body?.cancel();
    },
  };
}
