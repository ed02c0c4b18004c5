const BLOCK_BYTES = 1024 * 1024;

/** Location of a text: its block, and its bytes in that block. */
export interface StoredText {
  block: Buffer;
  start: number;
  end: number;
}

/**
 * Stores texts until the sandbox ends, in blocks outside V8's heap. Inside, garbage collections would mark and move each of them,
 * and the heap would grow to a multiple of its content.
 */
export class TextStore {
  #block = Buffer.alloc(0);
  #used = 0;

  add(text: string): StoredText {
    const length = Buffer.byteLength(text);
    if (this.#used + length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += this.#block.write(text, start);
    return { block: this.#block, start, end: this.#used };
  }
}

export const readStoredText = ({ block, start, end }: StoredText): string =>
  block.toString('utf8', start, end);
