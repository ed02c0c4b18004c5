import { createHash } from 'node:crypto';

/** Derives a UUID from a text: the same for the same text. */
export function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Derives digits from a text: the same for the same text; they may begin with 0. @param length up to 14 */
export function deriveDigits(text: string, length: number): string {
  const number = createHash('sha256').update(text).digest().readUIntBE(0, 6) % 10 ** length;
  return String(number).padStart(length, '0');
}
