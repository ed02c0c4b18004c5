import { bytesToHeader, Compression, type Header } from 'pmtiles';
import { readBody } from '#platform/read-body.ts';
import { ArchiveError, findEntry, readDirectory, type Directory } from './directory.ts';

/**
 * Reads a byte range of an archive.
 * @throws if the whole range cannot be read
 */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Header and root directory lie within this many bytes (PMTiles specification 3.x, chapter 2). */
export const HEAD_BYTES = 16_384;
export const HEADER_BYTES = 127;
/** Magic number and version. */
export const BEGINNING = 'PMTiles\u0003';
/** Directories in archives of the whole planet have a fifth of this. Reading this much takes about 10 ms. */
const LARGEST_DIRECTORY = 1024 * 1024;
/** The root and two levels of leaf directories. */
const DEEPEST = 3;

export interface ArchiveHead {
  header: Header;
  root: Directory;
}

/** Byte range of a tile in the file. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** @throws ArchiveError if it isn't a PMTiles archive of version 3 */
export function readHeader(head: Uint8Array<ArrayBuffer>): Header {
  const beginning = new TextDecoder().decode(head.subarray(0, 8));
  if (head.length < HEADER_BYTES || beginning !== BEGINNING)
    throw new ArchiveError('It is not a PMTiles archive of version 3.');
  return bytesToHeader(head.slice(0, HEADER_BYTES).buffer);
}

/** @throws ArchiveError, and what reading throws */
export async function openArchive(read: ReadRange): Promise<ArchiveHead> {
  const head = await read(0, HEAD_BYTES);
  const header = readHeader(head);
  const { rootDirectoryOffset: start, rootDirectoryLength: length } = header;
  if (start + length > head.length)
    throw new ArchiveError('Its root directory lies too far from the beginning of the file.');
  const root = await unpackDirectory(head.slice(start, start + length), header);
  return { header, root };
}

/** @throws ArchiveError, and what reading throws */
export async function readLeaf(
  read: ReadRange,
  header: Header,
  offset: number,
  length: number,
): Promise<Directory> {
  if (length > LARGEST_DIRECTORY) throw new ArchiveError('A directory is too long.');
  return unpackDirectory(await read(header.leafDirectoryOffset + offset, length), header);
}

async function unpackDirectory(bytes: Uint8Array<ArrayBuffer>, header: Header): Promise<Directory> {
  return readDirectory(await unpack(bytes, header.internalCompression, LARGEST_DIRECTORY));
}

/**
 * Finds a tile by its tile id.
 * @param openLeaf reads a leaf directory, or returns it from a cache
 * @returns null if the archive does not have the tile
 * @throws ArchiveError, and what `openLeaf` throws
 */
export async function findTile(
  { header, root }: ArchiveHead,
  tile: number,
  openLeaf: (offset: number, length: number) => Promise<Directory>,
): Promise<ByteRange | null> {
  let directory = root;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const entry = findEntry(directory, tile);
    if (entry === -1) return null;
    const offset = directory.offsets[entry]!;
    const length = directory.lengths[entry]!;
    if (directory.runs[entry]! > 0) return { offset: header.tileDataOffset + offset, length };
    directory = await openLeaf(offset, length);
  }
  throw new ArchiveError('Its directories are nested too deeply.');
}

/**
 * Decompresses gzip; returns bytes that aren't compressed as they are.
 * @param maxBytes decompression stops once there are more
 * @throws ArchiveError for damaged bytes, more than `maxBytes`, and other compressions
 */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  maxBytes: number,
): Promise<Uint8Array> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip)
    throw new ArchiveError('It is neither uncompressed nor compressed with gzip.');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await readBody(stream, maxBytes).catch((cause: unknown) => {
    throw new ArchiveError("It can't be decompressed.", { cause });
  });
  if (unpacked === null) throw new ArchiveError('It is too large when decompressed.');
  return unpacked;
}
