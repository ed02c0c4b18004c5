import { Compression } from 'pmtiles';
import { readBody } from '../../platform-client/read-body.ts';
import { ArchiveError } from './directory.ts';

/**
 * Unpacks gzip, or leaves what isn't packed.
 * @param mostBytes when more have come the rest isn't looked at
 * @throws ArchiveError for damaged bytes, for too many, and for other compressions
 */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  mostBytes: number,
): Promise<Uint8Array> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip)
    throw new ArchiveError('It is packed in a way that is not read here.');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await readBody(stream, mostBytes).catch((cause: unknown) => {
    throw new ArchiveError('It cannot be unpacked.', { cause });
  });
  if (unpacked === null) throw new ArchiveError('It unpacks to more than it may.');
  return unpacked;
}
