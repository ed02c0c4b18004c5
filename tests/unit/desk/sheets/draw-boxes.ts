import { decodePDFRawStream, PDFArray, type PDFDocument, type PDFRawStream } from '@pdfme/pdf-lib';
import { Paper } from '../../../sandbox/paper.ts';

/** Dots per point: 203 dpi, as on the coarsest printers. */
const SCALE = 203 / 72;

/** Draws the rectangles of a PDF's page on paper, such as the bars of codes. */
export function drawBoxes(pdf: PDFDocument, index: number): Paper {
  const { node } = pdf.getPage(index);
  const { width, height } = pdf.getPage(index).getSize();
  const paper = new Paper(Math.round(width * SCALE), Math.round(height * SCALE));
  const content = node.Contents()!;
  const streams =
    content instanceof PDFArray ? content.asArray().map((part) => pdf.context.lookup(part)) : [content];
  for (const stream of streams) {
    const text = new TextDecoder('latin1').decode(decodePDFRawStream(stream as PDFRawStream).decode());
    for (const match of text.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)) {
      const [x = 0, y = 0, wide = 0, high = 0] = match.slice(1).map(Number);
      paper.fill({
        left: Math.round(x * SCALE),
        top: Math.round((height - y - high) * SCALE),
        right: Math.round((x + wide) * SCALE),
        bottom: Math.round((height - y) * SCALE),
      });
    }
  }
  return paper;
}
