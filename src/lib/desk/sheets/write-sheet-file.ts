import type { PDFDocument, PDFPage } from '@pdfme/pdf-lib';
import { finishPdf, loadPdf } from '../labels/label-file.ts';
import { SHEET, type MeasureText, type SheetPage, type SheetText } from './sheet-page.ts';

/** Ink of a page as one bit per dot, by rows of whole bytes; a bit of 0 is ink. */
export interface InkBitmap {
  width: number;
  height: number;
  bits: Uint8Array;
}

/** Draws and measures texts with the browser's own fonts, which have every language's letters. */
export interface TextPainter {
  measure: MeasureText;
  /** @param texts of a page */
  paint(texts: readonly SheetText[]): InkBitmap;
}

/**
 * Writes a sheet as a PDF of A4 that opens the print dialog. The PDF's own fonts have no Polish or Cyrillic
 * letters, so texts are a picture at the resolution of label printers. Bar codes are drawn to the dot.
 */
export async function writeSheetFile(
  pages: readonly SheetPage[],
  { paint }: Pick<TextPainter, 'paint'>,
): Promise<Blob> {
  const { PDFDocument } = await loadPdf();
  const file = await PDFDocument.create();
  for (const { texts, boxes } of pages) {
    const page = file.addPage([SHEET.width, SHEET.height]);
    await drawInk(file, page, paint(texts));
    await drawBoxes(page, boxes);
  }
  return finishPdf(file, true);
}

async function drawInk(file: PDFDocument, page: PDFPage, { width, height, bits }: InkBitmap): Promise<void> {
  const pdf = await loadPdf();
  const image = file.context.flateStream(bits, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ImageMask: true,
    BitsPerComponent: 1,
  });
  const name = page.node.newXObject('Ink', file.context.register(image));
  page.pushOperators(
    pdf.pushGraphicsState(),
    pdf.concatTransformationMatrix(SHEET.width, 0, 0, SHEET.height, 0, 0),
    pdf.drawObject(name),
    pdf.popGraphicsState(),
  );
}

async function drawBoxes(page: PDFPage, boxes: SheetPage['boxes']): Promise<void> {
  const pdf = await loadPdf();
  page.pushOperators(
    ...boxes.map(({ x, y, width, height }) => pdf.rectangle(x, SHEET.height - y - height, width, height)),
    ...(boxes.length === 0 ? [] : [pdf.fill()]),
  );
}
