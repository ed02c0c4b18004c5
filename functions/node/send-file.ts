import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { getMimeType } from 'hono/utils/mime';
import type { FileOnDisk, FindFile } from './file-cache.ts';

/** Precompressed forms that the build and the publisher write beside a file, the smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface Form {
  file: FileOnDisk;
  headers: Record<string, string>;
}

/**
 * Answers with a file in the smallest encoding that the client accepts, with a range of it (RFC 9110 §14), or with 304 if the
 * client has it already (§13.1.2).
 * @returns null if there is no such file
 */
export async function sendFile(
  request: Request,
  path: string,
  find: FindFile,
  type = getMimeType(path) ?? 'application/octet-stream',
): Promise<Response | null> {
  const form = await chooseForm(request.headers, path, find, type);
  if (form === null) return null;
  const { file, headers } = form;
  if (hasCurrent(request.headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers });
  const range = chooseRange(request.headers, file);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  if (range === null) return send(request, form, 200);
  headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`;
  return send(request, form, 206, range);
}

async function chooseForm(
  requestHeaders: Headers,
  path: string,
  find: FindFile,
  type: string,
): Promise<Form | null> {
  const plain = await find(path);
  if (plain === null) return null;
  const accepted = requestHeaders.get('accept-encoding') ?? '';
  const headers: Form['headers'] = { 'content-type': type };
  let file = plain;
  for (const [encoding, ending] of ENCODINGS) {
    const form = await find(path + ending);
    if (form === null) continue;
    headers['vary'] = 'accept-encoding';
    if (!accepts(accepted, encoding)) continue;
    headers['content-encoding'] = encoding;
    file = form;
    break;
  }
  headers['etag'] = file.etag;
  return { file, headers };
}

function send({ method }: Request, { file, headers }: Form, status: 200 | 206, range?: ByteRange): Response {
  headers['content-length'] = String(range === undefined ? file.size : range.end - range.start + 1);
  return new Response(method === 'HEAD' ? null : open(file, range), { status, headers });
}

function open({ bytes, path }: FileOnDisk, range: ByteRange | undefined): BodyInit {
  if (bytes !== null) return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
  return Readable.toWeb(createReadStream(path, range)) as ReadableStream;
}

/** Whether a client accepts an encoding; a weight of zero means that it doesn't (RFC 9110 §12.5.3). */
function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((entry) => {
    const [name = '', weight = 'q=1'] = entry.split(';').map((part) => part.trim());
    return name.toLowerCase() === encoding && Number(weight.replace(/^q=/i, '')) > 0;
  });
}

function hasCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === '*') return true;
  // Compare weakly: a proxy that compresses responses makes the tag weak.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The requested range, unless `If-Range` names another version of the file. */
function chooseRange(headers: Headers, { size, etag }: FileOnDisk): ByteRange | 'unsatisfiable' | null {
  const range = headers.get('range');
  if (range === null) return null;
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange === etag ? readRange(range, size) : null;
}

/** Byte positions in a file, both inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header with one range (RFC 9110 §14.1.2, §14.2).
 * @returns null if the whole file is to be sent: several ranges, another unit, invalid; `unsatisfiable` for a range beyond the
 * file
 */
function readRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
