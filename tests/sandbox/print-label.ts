import type { LabelFormat } from '#platform/labels.ts';
import { LabelPaper } from './paper.ts';

/** Commands of a language, each with its line's end, and what a printer does. */
type Commands = [RegExp, (...parameters: string[]) => void | Promise<void>][];

const LANGUAGES = { zpl: speakZpl, epl: speakEpl, dpl: speakDpl };

/**
 * Prints labels as printers do, by their makers' manuals, as far as labels of the sandbox need it.
 * @throws Error for any other command, and for what doesn't fit on a label
 */
export async function printLabels(format: LabelFormat, source: string): Promise<LabelPaper[]> {
  const [language, dpi] = format.split('-') as [keyof typeof LANGUAGES, string];
  const printed: LabelPaper[] = [];
  const commands = LANGUAGES[language](Number(dpi), (paper) => printed.push(paper));
  for (let at = 0; at < source.length;) {
    const found = commands.flatMap(([form, act]) => {
      const match = new RegExp(form, 'y');
      match.lastIndex = at;
      const parts = match.exec(source);
      return parts === null ? [] : [{ parts, act }];
    })[0];
    if (found === undefined) throw new Error(`Not a command: ${JSON.stringify(source.slice(at, at + 40))}`);
    const [command, ...parameters] = found.parts;
    await found.act(...parameters);
    at += command.length;
  }
  return printed;
}

type Print = (paper: LabelPaper) => void;

const placeAt = (left: string, top: string) => ({ left: Number(left), top: Number(top) });

/** ZPL II. Letters of its font 0 differ in width: each counts as 0.7 of the width that is given, more than a line of capitals takes. */
function speakZpl(dpi: number, print: Print): Commands {
  let paper: LabelPaper;
  let place = placeAt('0', '0');
  let module = 2;
  let data = '';
  let isHex = false;
  let field: () => void | Promise<void>;
  return [
    [/\n/, () => {}],
    [/\^XA/, () => void (paper = new LabelPaper(dpi))],
    [/\^PW(\d+)/, (dots) => paper.limit('right', Number(dots))],
    [/\^LL(\d+)/, (dots) => paper.limit('bottom', Number(dots))],
    [/\^FO(\d+),(\d+)/, (left, top) => void (place = placeAt(left, top))],
    [/\^BY(\d+)/, (dots) => void (module = Number(dots))],
    [
      /\^A0N,(\d+),(\d+)/,
      (height, width) => {
        field = () => paper.write(data, place, Math.ceil(data.length * Number(width) * 0.7), Number(height));
      },
    ],
    [
      /\^BCN,(\d+),Y,N,N/,
      (height) => {
        field = () => paper.printBars(/^>;((?:\d\d)+)$/.exec(data)![1]!, place, module, Number(height));
      },
    ],
    [
      /\^BQN,2,(\d+)/,
      (size) => {
        field = () => paper.printSquare(/^MA,(.+)$/.exec(data)![1]!, place, Number(size));
      },
    ],
    [/\^FH_/, () => void (isHex = true)],
    [
      /\^FD([^^~]*)/,
      (text) => {
        const decode = (_: string, code: string) => String.fromCharCode(parseInt(code, 16));
        data = isHex ? text.replace(/_([\da-f]{2})/g, decode) : text;
      },
    ],
    [
      /\^FS/,
      async () => {
        await field();
        isHex = false;
      },
    ],
    [/\^XZ/, () => print(paper)],
  ];
}

/** EPL2, page mode. Letters are as wide as their cells, with the dots between. */
function speakEpl(dpi: number, print: Print): Commands {
  let paper: LabelPaper;
  const fonts: Record<string, [number, number]> = { 2: [12, 16], 4: [16, 24] };
  return [
    [/\n/, () => {}],
    [/N\n/, () => void (paper = new LabelPaper(dpi))],
    [/q(\d+)\n/, (dots) => paper.limit('right', Number(dots))],
    [/Q(\d+),\d+\n/, (dots) => paper.limit('bottom', Number(dots))],
    [
      /A(\d+),(\d+),0,([24]),1,1,N,"((?:[^"\\\n]|\\["\\])*)"\n/,
      (left, top, font, data) => {
        const text = data.replace(/\\(.)/g, '$1');
        const [width, height] = fonts[font]!;
        paper.write(text, placeAt(left, top), text.length * width, height);
      },
    ],
    [
      /B(\d+),(\d+),0,1C,(\d+),\d+,(\d+),B,"((?:\d\d)+)"\n/,
      (left, top, module, height, digits) =>
        paper.printBars(digits, placeAt(left, top), Number(module), Number(height)),
    ],
    [
      /b(\d+),(\d+),Q,m2,s(\d+),"([^"\\\n]+)"\n/,
      (left, top, size, text) => paper.printSquare(text, placeAt(left, top), Number(size)),
    ],
    [/P1\n/, () => print(paper)],
  ];
}

const STX = '\x02';

/** DPL. Multipliers go from 1 to 9 and on with A for 10; places are those of lower left corners, from the label's. */
function speakDpl(dpi: number, print: Print): Commands {
  let paper: LabelPaper;
  let unit = dpi / 100;
  const fonts: Record<string, [number, number]> = { 1: [9, 13], 2: [12, 18] };
  const toDots = (units: string) => Math.round(Number(units) * unit);
  const above = (row: string, column: string, height: number) => ({
    left: toDots(column),
    top: paper.height - toDots(row) - height,
  });
  return [
    [new RegExp(`${STX}m\r`), () => void (unit = dpi / 254)],
    [new RegExp(`${STX}L\r`), () => void (paper = new LabelPaper(dpi))],
    [/D11\r/, () => {}],
    [
      /1([12])([1-9])([1-9])000(\d{4})(\d{4})([\x20-\x7e]*)\r/,
      (font, across, down, row, column, text) => {
        const [width, height] = fonts[font]!;
        const high = height * Number(down);
        paper.write(text, above(row, column, high), text.length * width * Number(across), high);
      },
    ],
    [
      /1E[1-9A-Z]([1-9A-Z])(\d{3})(\d{4})(\d{4})C((?:\d\d)+)\r/,
      (module, height, row, column, digits) => {
        const high = toDots(height);
        return paper.printBars(digits, above(row, column, high), parseInt(module, 36), high);
      },
    ],
    [
      /1W1d([1-9A-O])\1\d{3}(\d{4})(\d{4})([^]*?)\r\r/,
      async (size, row, column, text) => {
        const module = toDots(String(parseInt(size, 36)));
        return paper.printSquare(text, above(row, column, 21 * module), module);
      },
    ],
    [/E\r/, () => print(paper)],
  ];
}
