import { writeVarint } from '../../src/lib/snapshot-format/varint.ts';

/** Writes unsigned LEB128 varints, zigzag-coded signed ones, and text with its length before it. */
export class VarintWriter {
  readonly #bytes: number[] = [];

  unsigned(value: number): void {
    writeVarint(value, this.#bytes);
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.unsigned(bytes.length);
    this.#bytes.push(...bytes);
  }

  take(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
