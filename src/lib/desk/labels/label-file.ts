import type { PDFDocument } from '@pdfme/pdf-lib';
import { AppError } from '#platform/errors.ts';
import type { Label } from '#platform/labels.ts';

/** A complete label. */
export interface OpenedLabel extends Label {
  /** null for printer language. */
  pdf: PDFDocument | null;
}

/** The end of a complete ZPL label, which a truncated one lacks. */
const ZPL_END = /\^XZ\s*$/i;

/** Loads the library that reads and writes PDF. */
export const loadPdf = () => import('@pdfme/pdf-lib');

/**
 * Parses a PDF label, and checks that a label is complete.
 * @throws AppError `malformed` if it isn't
 */
export async function openLabelFile({ type, bytes }: Label): Promise<OpenedLabel> {
  const pdf = type === 'application/pdf' ? await parsePdf(bytes) : null;
  const isWhole = pdf === null ? ZPL_END.test(new TextDecoder().decode(bytes)) : pdf.getPageCount() > 0;
  if (isWhole) return { type, bytes, pdf };
  throw incomplete();
}

async function parsePdf(bytes: Uint8Array): Promise<PDFDocument> {
  const library = await loadPdf();
  const options = { updateMetadata: false, throwOnInvalidObject: true };
  return library.PDFDocument.load(bytes, options).catch((cause: unknown) => {
    throw incomplete(cause);
  });
}

const incomplete = (cause?: unknown) =>
  new AppError('malformed', 'The label is incomplete. Load it again.', { cause });

export interface LabelFileOptions {
  /** Whether the PDF opens the print dialog when it is opened. */
  toPrint: boolean;
  /** Whether four labels share a page of A4, for sheets of four stickers. */
  fourOnPage?: boolean;
}

/**
 * Merges labels of one format into one file, in order: PDF pages unchanged, printer language as
 * concatenated text. The PDF requests printing without scaling, on paper of its page size.
 */
export async function writeLabelFile(
  labels: readonly OpenedLabel[],
  { toPrint, fourOnPage = false }: LabelFileOptions,
): Promise<Blob> {
  const pdfs = labels.flatMap(({ pdf }) => pdf ?? []);
  if (pdfs.length === 0) {
    const parts = labels.flatMap(({ bytes }) => [bytes, '\n']);
    // Browsers don't change plain text.
    return new Blob(parts, { type: 'text/plain' });
  }
  const { PDFDocument } = await loadPdf();
  const file = await PDFDocument.create();
  if (fourOnPage) await addInFours(file, pdfs);
  else
    for (const pdf of pdfs)
      for (const page of await file.copyPages(pdf, pdf.getPageIndices())) file.addPage(page);
  return finishPdf(file, toPrint);
}

/** Serializes a PDF whose pages are printed without scaling. @param toPrint as for labels */
export async function finishPdf(file: PDFDocument, toPrint: boolean): Promise<Blob> {
  const { PDFName } = await loadPdf();
  const { catalog, context } = file;
  const preferences = { PrintScaling: 'None', PickTrayByPDFSize: true };
  catalog.set(PDFName.of('ViewerPreferences'), context.obj(preferences));
  if (toPrint) catalog.set(PDFName.of('OpenAction'), context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  return new Blob([Uint8Array.from(await file.save())], { type: 'application/pdf' });
}

/** A4 in points. */
export const A4: [width: number, height: number] = [595.28, 841.89];

/** Places labels on pages of A4, each in a quarter: two columns, row by row. Larger ones are scaled down. */
async function addInFours(file: PDFDocument, pdfs: readonly PDFDocument[]): Promise<void> {
  const [width, height] = [A4[0] / 2, A4[1] / 2];
  let at = 0;
  for (const pdf of pdfs)
    for (const label of await file.embedPdf(pdf, pdf.getPageIndices())) {
      const page = at % 4 === 0 ? file.addPage(A4) : file.getPage(file.getPageCount() - 1);
      const scale = Math.min(1, width / label.width, height / label.height);
      page.drawPage(label, {
        x: (at % 2) * width + (width - label.width * scale) / 2,
        y: (at % 4 < 2 ? height : 0) + (height - label.height * scale) / 2,
        xScale: scale,
        yScale: scale,
      });
      at += 1;
    }
}
