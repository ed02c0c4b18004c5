import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/**
 * Worker thread started by version-folder.ts: writes files, each with its compressed variants `.br` (RFC 7932) and `.gz` (RFC
 * 1952). Their content depends only on the file's name and bytes. It runs in a separate thread because Node counts a compressor's
 * memory (16 MB) as external memory of the calling thread. There it would trigger a garbage collection of the whole heap, with all
 * points of the network, every few files.
 */

/** The `Compression` of version-folder.ts. */
const { small, large, gzip } = workerData;
const LARGE_BYTES = 64 * 1024;
/**
 * Compress pages of names as large files too: an eighth larger, in a third of the time. There are many of them if every point
 * has a name, while a search reads only one.
 */
const QUICK_FILES = /\bnames\/\d+\.json$/;
/** From this size hint on, brotli looks for longer repetitions, which are common in items: saves 3 %. */
const LONG_REPETITIONS_FROM = 1 << 20;
/** Identifies how files are compressed. If it differs, the same content compresses to different bytes. */
const PACKING = [
  `brotli ${process.versions.brotli} ${small} ${large} ${LARGE_BYTES} ${LONG_REPETITIONS_FROM}`,
  `zlib ${process.versions.zlib} ${gzip}`,
].join(', ');

const foldersMade = new Set();
/** Descriptors of open files, by path. */
const files = new Map();
/** Reused for all files, to avoid garbage collection. */
let buffer = Buffer.alloc(0);

parentPort.on('message', ({ path, content, earlier }) => {
  try {
    const bytes = content instanceof Uint8Array ? content : concatenate(content);
    parentPort.postMessage(write(path, bytes, earlier));
  } catch (error) {
    // Send the fields one by one: structured cloning of an Error drops its `code`.
    parentPort.postMessage({ failure: { message: error.message, code: error.code } });
  }
});

/** Builds a JSON array of the texts at these places of a file. */
function concatenate({ file, offsets, lengths }) {
  const size = lengths.reduce((sum, length) => sum + length + 1, 1);
  if (buffer.length < size) buffer = Buffer.alloc(2 * size);
  let end = 0;
  lengths.forEach((length, at) => {
    end += buffer.write(at === 0 ? '[' : ',', end);
    read(file, offsets[at], end, length);
    end += length;
  });
  end += buffer.write(']', end);
  return buffer.subarray(0, end);
}

/** Reads a range of a file into `buffer` at `start`. */
function read(path, offset, start, length) {
  const file = files.get(path) ?? openSync(path, 'r');
  files.set(path, file);
  for (let done = 0; done < length;) {
    const got = readSync(file, buffer, start + done, length - done, offset + done);
    if (got === 0) throw new Error(`${path} became shorter while it was read.`);
    done += got;
  }
}

/**
 * Writes a file and its variants. Compressing takes most of a run's time, so the earlier version's variants are copied if its file
 * has the same content.
 */
function write(path, bytes, earlier) {
  const folder = dirname(path);
  if (!foldersMade.has(folder)) mkdirSync(folder, { recursive: true });
  foldersMade.add(folder);
  const reused = earlier?.packing === PACKING ? readVariants(earlier.path, bytes) : null;
  const { br, gz } = reused ?? compress(bytes, QUICK_FILES.test(path));
  writeFileSync(path, bytes);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    brotliBytes: br.length,
    isReused: reused !== null,
    packing: PACKING,
  };
}

function compress(bytes, isQuick) {
  const isLarge = bytes.length >= LARGE_BYTES;
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isLarge || isQuick ? large : small,
      [constants.BROTLI_PARAM_SIZE_HINT]: isLarge ? LONG_REPETITIONS_FROM : bytes.length,
    },
  });
  return { br, gz: gzipSync(bytes, { level: gzip }) };
}

/** Reads the variants of a file; null if its content differs, or if the file or a variant is missing or damaged. */
function readVariants(path, bytes) {
  try {
    if (!readFileSync(path).equals(bytes)) return null;
    const [br, gz] = [readFileSync(`${path}.br`), readFileSync(`${path}.gz`)];
    return holds(brotliDecompressSync, br, bytes) && holds(gunzipSync, gz, bytes) ? { br, gz } : null;
  } catch {
    return null;
  }
}

/** Whether `packed` decompresses to exactly these bytes, with no trailing data, which decompressors would ignore. */
function holds(decompress, packed, bytes) {
  const { buffer, engine } = decompress(packed, { info: true, maxOutputLength: bytes.length + 1 });
  return engine.bytesWritten === packed.length && buffer.equals(bytes);
}
