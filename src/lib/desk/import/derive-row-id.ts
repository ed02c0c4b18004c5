import { encodeHex } from '#platform/hex.ts';

/**
 * Derives the id of the parcel that a row becomes. It is the same in every tab and after a crash, so a
 * row can't become two parcels. A UUID of version 8 (RFC 9562).
 * @param attempt counted from 0; a row that was refused and then corrected gets another
 */
export async function deriveRowId(importId: string, row: number, attempt: number): Promise<string> {
  const name = new TextEncoder().encode(`${importId} ${row} ${attempt}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', name)).subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = encodeHex(bytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
