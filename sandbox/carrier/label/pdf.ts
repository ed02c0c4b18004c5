import type { LabelText } from './label.ts';
import { code128Widths, qrRows } from './symbols.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Width and height in mm. The label itself has the size A6; on A4 it is in the upper left corner. */
const SIZES = { A6: [105, 148], A4: [210, 297] } as const;

/** Sizes in mm. Bars and modules are wide enough for any scanner, with the quiet zones that the standards require. */
const MARGIN = 9;
const BAR = 0.5;
const BARS_HEIGHT = 24;
const MODULE = 1;

export type PdfSize = keyof typeof SIZES;

/** Writes labels as PDF, one per page: bars and modules are rectangles, texts are in the reader's Helvetica. */
export function writePdf(labels: readonly LabelText[], size: PdfSize): Uint8Array<ArrayBuffer> {
  const [width, height] = SIZES[size];
  const pages = labels.map((label) => drawLabel(label, height));
  const box = `[0 0 ${write(width)} ${write(height)}]`;
  const firstPage = 5;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  return writeDocument([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox ${box} /Resources << /Font << /F 3 0 R /B 4 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]);
}

/** Writes a PDF file of objects, numbered from 1. The first is the catalogue; all are ASCII. */
function writeDocument(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}`;
  file += `${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}

/** Writes a length in the PDF's unit. */
const write = (millimetres: number) => String(Number((millimetres * POINTS_PER_MM).toFixed(3)));

function drawLabel({ trackingNumber, title, from, to, notes }: LabelText, height: number): string {
  const parts: string[] = [];
  const rectangle = (left: number, top: number, wide: number, high: number) =>
    parts.push(`${write(left)} ${write(height - top - high)} ${write(wide)} ${write(high)} re`);
  const text = (left: number, top: number, size: number, font: 'F' | 'B', line: string) =>
    parts.push(
      `BT /${font} ${size} Tf ${write(left)} ${write(height - top)} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    );
  const block = (top: number, heading: string, lines: readonly string[], size: number) => {
    text(MARGIN, top, 7, 'F', heading);
    lines.forEach((line, index) => text(MARGIN, top + (index + 1) * size * 0.45, size, 'B', line));
  };

  text(MARGIN, 13, 16, 'B', title);
  block(20, 'From', from, 8);
  block(44, 'To', to, 12);
  let left = MARGIN + 2;
  for (const [index, modules] of code128Widths(trackingNumber).entries()) {
    if (index % 2 === 0) rectangle(left, 80, modules * BAR, BARS_HEIGHT);
    left += modules * BAR;
  }
  parts.push('f');
  text(MARGIN + 12, 80 + BARS_HEIGHT + 5, 11, 'F', trackingNumber.replace(/(\d{4})(?=\d)/g, '$1 '));
  for (const [row, modules] of qrRows(trackingNumber).entries())
    for (const [column, dark] of modules.entries())
      if (dark) rectangle(72 + column * MODULE, 116 + row * MODULE, MODULE, MODULE);
  parts.push('f');
  block(120, 'Parcel', notes, 8);
  text(MARGIN, 143, 6, 'F', 'Sandbox: not a real parcel');
  return parts.join('\n');
}
