import { encodeCode128 } from './code128.ts';

/** A4 in points. */
export const SHEET = { width: 595, height: 842, margin: 42 } as const;
const WIDTH = SHEET.width - 2 * SHEET.margin;

/** A line of text. Lengths are points from the page's upper left corner; `y` is the baseline. */
export interface SheetText {
  text: string;
  x: number;
  y: number;
  size: number;
  bold: boolean;
  align: 'left' | 'right';
}

/** A filled rectangle: a line, or a bar of a code. `y` is its upper edge. */
export interface SheetBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SheetPage {
  texts: SheetText[];
  boxes: SheetBox[];
}

/** Measures a text's width in points. */
export type MeasureText = (text: string, size: number, bold: boolean) => number;

interface TextOptions {
  x?: number;
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right';
  /** Width in points; a longer text ends with an ellipsis. */
  width?: number;
}

/** Widths of Code 128's modules in points, the widest that fits is used. A third of a millimetre scans well. */
const MODULES = [1.1, 0.95, 0.8, 0.68] as const;
const LINE = 1.35;

/** Writes pages of a sheet from top to bottom. */
export class SheetWriter {
  readonly pages: SheetPage[] = [];
  /** The next line's upper edge, in points from the top. */
  y: number = SHEET.margin;

  /** @param onpage writes the head of each page but the first */
  constructor(
    readonly measure: MeasureText,
    readonly onpage: (writer: SheetWriter) => void = () => {},
  ) {
    this.pages.push({ texts: [], boxes: [] });
  }

  /** Begins another page. */
  breakPage(): void {
    this.pages.push({ texts: [], boxes: [] });
    this.y = SHEET.margin;
    this.onpage(this);
  }

  /** Begins another page if there is less than this height left. @param height points */
  reserve(height: number): void {
    if (this.y + height > SHEET.height - SHEET.margin) this.breakPage();
  }

  /** Writes a line and moves below it. */
  line(text: string, options: TextOptions = {}): void {
    this.text(text, options);
    this.y += (options.size ?? 10) * LINE;
  }

  /** Writes a text at the current height, without moving. @param options `x` from the left margin */
  text(
    text: string,
    { x = 0, size = 10, bold = false, align = 'left', width = WIDTH - x }: TextOptions = {},
  ) {
    const shown = this.#shorten(text, size, bold, width);
    this.#page.texts.push({ text: shown, x: SHEET.margin + x, y: this.y + size, size, bold, align });
  }

  /** Writes a text in as many lines as it needs, and moves below it. */
  paragraph(text: string, options: TextOptions = {}): void {
    const { x = 0, size = 10, bold = false, width = WIDTH - x } = options;
    let line = '';
    for (const word of text.split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.measure(longer, size, bold) > width) {
        this.reserve(size * LINE);
        this.line(line, options);
        line = word;
      } else line = longer;
    }
    this.reserve(size * LINE);
    this.line(line, options);
  }

  /** Draws a line across the page, or a part of it. */
  rule({ x = 0, width = WIDTH, thickness = 0.5 } = {}): void {
    this.#page.boxes.push({ x: SHEET.margin + x, y: this.y, width, height: thickness });
  }

  /** Draws an empty box to tick, at the current height. */
  tickBox(size = 9): void {
    const [x, y] = [SHEET.margin, this.y + 1];
    this.#page.boxes.push(
      { x, y, width: size, height: 0.7 },
      { x, y: y + size, width: size + 0.7, height: 0.7 },
      { x, y, width: 0.7, height: size },
      { x: x + size, y, width: 0.7, height: size },
    );
  }

  /**
   * Draws a text as Code 128, without moving.
   * @returns whether it fits; a text with other characters than ASCII has no code
   */
  barCode(text: string, { x = 0, width = 180, height = 22 } = {}): boolean {
    const widths = encodeCode128(text);
    const total = widths?.reduce((sum, each) => sum + each, 0) ?? 0;
    const module = MODULES.find((each) => each * total <= width);
    if (widths === null || module === undefined) return false;
    let left = SHEET.margin + x;
    for (const [at, each] of widths.entries()) {
      if (at % 2 === 0) this.#page.boxes.push({ x: left, y: this.y, width: each * module, height });
      left += each * module;
    }
    return true;
  }

  /** Numbers the pages, in the lower right corner: `2 / 3`. */
  number(): SheetPage[] {
    for (const [at, { texts }] of this.pages.entries())
      texts.push({
        text: `${at + 1} / ${this.pages.length}`,
        x: SHEET.width - SHEET.margin,
        y: SHEET.height - SHEET.margin / 2,
        size: 9,
        bold: false,
        align: 'right',
      });
    return this.pages;
  }

  get #page(): SheetPage {
    return this.pages.at(-1)!;
  }

  #shorten(text: string, size: number, bold: boolean, width: number): string {
    if (this.measure(text, size, bold) <= width) return text;
    const letters = [...text];
    while (letters.length > 0 && this.measure(`${letters.join('')}…`, size, bold) > width) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }
}
