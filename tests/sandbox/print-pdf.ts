import { Paper, type PrintedPage } from './paper.ts';

/** Pixels for each of a PDF's points: 203 dpi, as on the coarsest printers. */
const SCALE = 203 / 72;

/** Draws a PDF whose contents aren't compressed, and reads its texts. */
export function printPdf(bytes: Uint8Array): PrintedPage[] {
  const file = Buffer.from(bytes).toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(file) ?? [];
  return [...file.matchAll(/\/Length (\d+) >>\nstream\n/g)].map((match) => {
    const content = file.slice(match.index + match[0].length).slice(0, Number(match[1]));
    return printPage(content, Number(width), Number(height));
  });
}

/** Draws a page with filled rectangles only. Throws for any other drawing. */
function printPage(content: string, width: number, height: number): PrintedPage {
  const page = new Paper(Math.round(width * SCALE), Math.round(height * SCALE));
  let path: number[][] = [];
  for (const line of content.split('\n')) {
    const [, written] = /^BT .* \((.*)\) Tj ET$/.exec(line) ?? [];
    if (written !== undefined) page.text.push(written.replace(/\\(.)/g, '$1'));
    else if (line.endsWith(' re')) path.push(line.split(' ').slice(0, 4).map(Number));
    else if (line === 'f') {
      for (const [left = 0, bottom = 0, wide = 0, high = 0] of path)
        page.fill({
          left: Math.round(left * SCALE),
          top: Math.round((height - bottom - high) * SCALE),
          right: Math.round((left + wide) * SCALE),
          bottom: Math.round((height - bottom) * SCALE),
        });
      path = [];
    } else throw new Error(`Unknown drawing: ${line}`);
  }
  return page;
}
