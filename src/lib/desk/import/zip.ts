/** A file in a ZIP archive. */
export interface ZipEntry {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  /** Position of its local header. */
  start: number;
  /** Compressed size in bytes. */
  size: number;
}

/** A file of an archive is larger than allowed, however small the archive is. */
export class ZipTooLarge extends Error {}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
/** The end of an archive: 22 bytes and a comment of at most 64 KB. */
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A workbook has a few dozen. */
const MAX_ENTRIES = 5_000;

/** Lists the files of a ZIP archive by name. @returns null if it isn't one */
export function listZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = new Map<string, ZipEntry>();
  const count = Math.min(view.getUint16(end + 10, true), MAX_ENTRIES);
  let at = view.getUint32(end + 16, true);
  for (let done = 0; done < count; done++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) return null;
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength!));
    entries.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      start: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameLength! + extra! + comment!;
  }
  return entries;
}

function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  return null;
}

/**
 * Reads a file of an archive as text. Stops as soon as it is larger than allowed, so that an archive of
 * zeros can't fill the memory.
 * @param maxBytes largest size of the unpacked file
 * @throws ZipTooLarge; TypeError if the archive is damaged
 */
export async function readZipText(
  bytes: Uint8Array,
  { start, size, method }: ZipEntry,
  maxBytes: number,
): Promise<string> {
  if (start + LOCAL_BYTES > bytes.length || (method !== 0 && method !== 8)) throw new TypeError('damaged');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = start + LOCAL_BYTES + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = bytes.slice(body, body + size);
  const decoder = new TextDecoder();
  let text = '';
  let total = 0;
  const stream = new Blob([packed]).stream();
  const plain = method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = plain.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    total += value.length;
    if (total > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new ZipTooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
