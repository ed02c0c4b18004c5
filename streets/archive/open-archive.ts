import { bytesToHeader, Compression, type Header } from 'pmtiles';
import { readBody } from '../../platform-client/read-body.ts';
import { ArchiveError, findEntry, readDirectory, type Directory } from './directory.ts';

/**
 * Reads a part of an archive.
 * @throws when exactly these bytes can't be had
 */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Header and root directory lie within so many bytes. */
export const HEAD_BYTES = 16_384;
export const HEADER_BYTES = 127;
/** Archives of the whole planet have a fifth of it in a directory; reading this much takes some 10 ms. */
const LARGEST_DIRECTORY = 1024 * 1024;
/** Root, leaf, and one more for whom one level of leaves wasn't enough. */
const DEEPEST = 3;

export interface ArchiveHead {
  header: Header;
  root: Directory;
}

/** Where a tile lies in the file. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** @throws ArchiveError when it is no PMTiles archive of version 3 */
export function readHeader(head: Uint8Array<ArrayBuffer>): Header {
  const magic = new TextDecoder().decode(head.subarray(0, 7));
  if (head.length < HEADER_BYTES || magic !== 'PMTiles' || head[7] !== 3)
    throw new ArchiveError('It is no PMTiles archive of version 3.');
  return bytesToHeader(head.slice(0, HEADER_BYTES).buffer);
}

/** @throws ArchiveError, and what reading throws */
export async function openArchive(read: ReadRange): Promise<ArchiveHead> {
  const head = await read(0, HEAD_BYTES);
  const header = readHeader(head);
  const { rootDirectoryOffset: start, rootDirectoryLength: length } = header;
  if (start + length > head.length)
    throw new ArchiveError('Its first directory lies too far from its beginning.');
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
 * Finds a tile by its place on the archive's curve.
 * @param openLeaf reads the directory that an entry names, or has it already
 * @returns null when the archive has no such tile
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
  throw new ArchiveError('Its directories lead to each other.');
}

/**
 * Unpacks gzip, or leaves what isn't packed.
 * @param maxBytes when more have come the rest isn't looked at
 * @throws ArchiveError for damaged bytes, for too many, and for other compressions
 */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  maxBytes: number,
): Promise<Uint8Array> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip)
    throw new ArchiveError('It is packed in a way that is not read here.');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await readBody(stream, maxBytes).catch((cause: unknown) => {
    throw new ArchiveError('It cannot be unpacked.', { cause });
  });
  if (unpacked === null) throw new ArchiveError('It unpacks to more than it may.');
  return unpacked;
}
