import { LabelPaper } from './paper.ts';

/** Commands, and the printer's action for each. */
type Commands = [RegExp, (...parameters: string[]) => void | Promise<void>][];

/**
 * Prints labels in ZPL as printers do, by their manufacturers' manuals, as far as labels of the sandbox need it.
 * @throws Error for any other command, and if something doesn't fit on a label
 */
export async function printLabels(format: `zpl-${number}`, source: string): Promise<LabelPaper[]> {
  const printed: LabelPaper[] = [];
  const commands = createZplCommands(Number(format.slice(4)), (paper) => printed.push(paper));
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

/** Creates the commands of ZPL II. Letters of font 0 differ in width: each counts as 0.7 of the set width, more than in a line of capitals. */
function createZplCommands(dpi: number, print: Print): Commands {
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
