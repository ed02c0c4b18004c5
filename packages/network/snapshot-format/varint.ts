/**
 * Writes an integer as groups of seven bits, lowest first. The top bit of a byte means that more bytes
 * follow. Exact up to 2^53.
 */
export function writeVarint(value: number, bytes: number[]): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Reads consecutive varints. */
export class VarintReader {
  protected readonly bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** @throws RangeError at the end of the bytes */
  read(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) throw new RangeError('the numbers end too early');
      // Shifts work only on 32 bits; multiplication works for all values.
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
}
