const BLOCK_BYTES = 1024 * 1024;

/** Where a text is: its block, and its bytes in it. */
export interface StoredText {
  block: Buffer;
  start: number;
  end: number;
}

/**
 * Texts that are kept until the sandbox ends, in blocks outside V8's heap: there each would be marked and moved by collections, and
 * the heap grows to a multiple of what it holds.
 */
export class TextStore {
  #block = Buffer.alloc(0);
  #used = 0;

  keep(text: string): StoredText {
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

export const readText = ({ block, start, end }: StoredText): string => block.toString('utf8', start, end);
