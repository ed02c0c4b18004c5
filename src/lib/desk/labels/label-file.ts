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
export async function openLabel({ type, bytes }: Label): Promise<OpenedLabel> {
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

/**
 * Merges labels of one format into one file, in order: PDF pages unchanged, printer language as
 * concatenated text. The PDF requests printing without scaling, on paper of its page size.
 * @param toPrint whether the PDF opens the print dialog when it is opened
 */
export async function writeLabelFile(labels: readonly OpenedLabel[], toPrint: boolean): Promise<Blob> {
  const pdfs = labels.flatMap(({ pdf }) => pdf ?? []);
  if (pdfs.length === 0) {
    const parts = labels.flatMap(({ bytes }) => [bytes, '\n']);
    // Browsers don't change plain text.
    return new Blob(parts, { type: 'text/plain' });
  }
  const { PDFDocument, PDFName } = await loadPdf();
  const file = await PDFDocument.create();
  for (const pdf of pdfs)
    for (const page of await file.copyPages(pdf, pdf.getPageIndices())) file.addPage(page);
  const { catalog, context } = file;
  const preferences = { PrintScaling: 'None', PickTrayByPDFSize: true };
  catalog.set(PDFName.of('ViewerPreferences'), context.obj(preferences));
  if (toPrint) catalog.set(PDFName.of('OpenAction'), context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  return new Blob([Uint8Array.from(await file.save())], { type: 'application/pdf' });
}
