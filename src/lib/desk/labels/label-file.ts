import { AppError } from '#platform/errors.ts';
import type { DeskLabel } from '../load-label.ts';

/** The end of a complete ZPL label, which a truncated one lacks. */
const ZPL_END = /\^XZ\s*$/i;

/** Loads the library that reads and writes PDF. */
export const loadPdf = () => import('@pdfme/pdf-lib');

/**
 * Checks that a label is complete.
 * @throws AppError `malformed` if it isn't
 */
export async function checkLabel({ type, bytes }: DeskLabel): Promise<void> {
  const isWhole =
    type === 'application/pdf'
      ? await readPdf(bytes).then(
          (pdf) => pdf.getPageCount() > 0,
          () => false,
        )
      : ZPL_END.test(new TextDecoder().decode(bytes));
  if (!isWhole) throw new AppError('malformed', 'The label is incomplete. Load it again.');
}

async function readPdf(bytes: Uint8Array) {
  const { PDFDocument } = await loadPdf();
  return PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
}

/**
 * Merges labels of one format into one file, in order: PDF pages unchanged, printer language as
 * concatenated text. The PDF requests printing without scaling, on paper of its page size.
 * @param toPrint whether the PDF opens the print dialog when it is opened
 * @throws the library's error for a PDF that `checkLabel` refuses
 */
export async function writeLabelFile(labels: readonly DeskLabel[], toPrint: boolean): Promise<Blob> {
  const type = labels[0]?.type ?? 'text/plain';
  if (type !== 'application/pdf') {
    const parts = labels.flatMap(({ bytes }) => [bytes, '\n']);
    // Browsers don't change plain text.
    return new Blob(parts, { type: 'text/plain' });
  }
  const { PDFDocument, PDFName } = await loadPdf();
  const file = await PDFDocument.create();
  for (const { bytes } of labels) {
    const label = await readPdf(bytes);
    for (const page of await file.copyPages(label, label.getPageIndices())) file.addPage(page);
  }
  const { catalog, context } = file;
  const preferences = { PrintScaling: 'None', PickTrayByPDFSize: true };
  catalog.set(PDFName.of('ViewerPreferences'), context.obj(preferences));
  if (toPrint) catalog.set(PDFName.of('OpenAction'), context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  return new Blob([Uint8Array.from(await file.save())], { type });
}
