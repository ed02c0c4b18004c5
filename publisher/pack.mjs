import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Started by pack-threads.ts as a thread: writes files, each with a `.br` and a `.gz` beside it as a browser takes them (RFC 7932,
 * RFC 1952). What they hold depends on the bytes alone. In a thread of its own since Node counts what a compressor takes (16 MB) as garbage
 * of the thread that it works for, and cleans that up, all points of the network included, for every few files.
 */

/** Below this size the second best quality. The best one takes three times as long, for a saving of 2 %. */
const LARGE_BYTES = 64 * 1024;
const GOOD_QUALITY = 10;
/** From 9 on a compressor takes more than 32 MB, which the system hands out anew for each file: that takes four times as long. */
const QUICK_QUALITY = 8;
/** From this size on brotli looks for longer repetitions, of which items are full: they come out 3 % smaller for being called larger. */
const LONG_REPETITIONS_FROM = 1 << 20;

const foldersMade = new Set();
/** Opened ones, by path. */
const files = new Map();
/** Used again and again: a thread that makes little garbage doesn't clean it up. */
let buffer = Buffer.alloc(0);

parentPort.on('message', ({ path, content }) => {
  try {
    parentPort.postMessage(write(path, content instanceof Uint8Array ? content : concatenate(content)));
  } catch (error) {
    // An error loses its code on the way.
    parentPort.postMessage({ failure: { message: error.message, code: error.code } });
  }
});

/** One JSON array of the texts that stand at these places of a file. */
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

/** Reads so much of a file from an offset on to a place of `buffer`. */
function read(path, offset, start, length) {
  const file = files.get(path) ?? openSync(path, 'r');
  files.set(path, file);
  for (let done = 0; done < length;) {
    const got = readSync(file, buffer, start + done, length - done, offset + done);
    if (got === 0) throw new Error(`${path} is shorter than it was.`);
    done += got;
  }
}

function write(path, bytes) {
  const folder = dirname(path);
  if (!foldersMade.has(folder)) mkdirSync(folder, { recursive: true });
  foldersMade.add(folder);
  const isLarge = bytes.length >= LARGE_BYTES;
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isLarge ? QUICK_QUALITY : GOOD_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: isLarge ? LONG_REPETITIONS_FROM : bytes.length,
    },
  });
  writeFileSync(path, bytes);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    brotliBytes: br.length,
  };
}
