import { encode } from './zxing.ts';

/** A printed page. */
export interface PrintedPage {
  text: string[];
  image: ImageData;
}

interface Place {
  left: number;
  top: number;
}
interface Box extends Place {
  right: number;
  bottom: number;
}

/** White paper of a size in dots. Throws if something would be printed beside it. */
export class Paper implements PrintedPage {
  readonly text: string[] = [];
  readonly image: ImageData;

  constructor(width: number, height: number) {
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    this.image = { data, width, height, colorSpace: 'srgb' };
  }

  fill(box: Box): void {
    const { data, width, height } = this.image;
    if (!contains({ left: 0, top: 0, right: width, bottom: height }, box))
      throw new Error('Printed beside the page.');
    for (let row = box.top; row < box.bottom; row++)
      for (let column = box.left; column < box.right; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
}

/**
 * An A6 label in a printer. A text is a black box, the largest area that its letters could darken. Throws if something is printed
 * over something else, or in a code's quiet zone.
 */
export class LabelPaper extends Paper {
  /** Width of the modules of each code, in mm. */
  readonly modules: Record<string, number> = {};
  readonly #dotsPerMm: number;
  #printable: Box;
  readonly #claimed: { box: Box; clear: Box }[] = [];

  constructor(dpi: number) {
    const dotsPerMm = dpi / 25.4;
    super(Math.floor(105 * dotsPerMm), Math.floor(148 * dotsPerMm));
    const { width, height } = this.image;
    this.#dotsPerMm = dotsPerMm;
    this.#printable = { left: 0, top: 0, right: width, bottom: height };
  }

  /** Sets the label's own width or length if it is smaller. A length may be larger: a printer stops at the gap between labels. */
  limit(edge: 'right' | 'bottom', dots: number): void {
    if (edge === 'right' && dots > this.image.width) throw new Error('Wider than the label.');
    this.#printable = { ...this.#printable, [edge]: Math.min(this.#printable[edge], dots) };
  }

  write(text: string, { left, top }: Place, width: number, height: number): void {
    this.text.push(text);
    this.fill(this.#claim({ left, top, right: left + width, bottom: top + height }));
  }

  /** Prints the bars of a Code 128, and their digits in 5 mm below. */
  async printBars(digits: string, place: Place, module: number, height: number): Promise<void> {
    const { right, bottom } = await this.#print('Code128', digits, place, module, height);
    this.write(
      digits,
      { left: place.left, top: bottom },
      right - place.left,
      Math.round(5 * this.#dotsPerMm),
    );
  }

  async printSquare(text: string, place: Place, module: number): Promise<void> {
    await this.#print('QRCode', text, place, module, module);
  }

  async #print(format: 'Code128' | 'QRCode', text: string, place: Place, module: number, rowHeight: number) {
    const { left, top } = place;
    const rows = await encode(format, text);
    const [right, bottom] = [left + rows[0]!.length * module, top + rows.length * rowHeight];
    // Keep the quiet zones of ISO/IEC 15417 and 18004.
    const [aside, above] = format === 'Code128' ? [10 * module, 0] : [4 * module, 4 * module];
    const box = this.#claim({ left, top, right, bottom }, aside, above);
    this.modules[format] = Number((module / this.#dotsPerMm).toFixed(1));
    for (const [row, modules] of rows.entries())
      for (const [column, dark] of modules.entries())
        if (dark) {
          const at = { left: left + column * module, top: top + row * rowHeight };
          this.fill({ ...at, right: at.left + module, bottom: at.top + rowHeight });
        }
    return box;
  }

  #claim(box: Box, aside = 0, above = 0): Box {
    const { left, top, right, bottom } = box;
    const clear = { left: left - aside, top: top - above, right: right + aside, bottom: bottom + above };
    if (!contains(this.#printable, clear)) throw new Error('Printed beside the label.');
    if (this.#claimed.some((other) => overlap(clear, other.box) || overlap(box, other.clear)))
      throw new Error('Printed over something else.');
    this.#claimed.push({ box, clear });
    return box;
  }
}

const contains = (outer: Box, { left, top, right, bottom }: Box) =>
  left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
