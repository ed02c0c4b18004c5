import { AppError } from '#platform/errors.ts';
import type { DeskLabel } from '../read-label.ts';

/** A ZPL label ends so: one that was cut off on its way doesn't. */
const ZPL_END = /\^XZ\s*$/i;

/** Loads the library that reads and writes PDF, ahead of its use. */
export const loadPdf = () => import('@pdfme/pdf-lib');

/**
 * Checks that a label has arrived in whole.
 * @throws AppError `malformed` if it hasn't
 */
export async function checkLabel({ type, bytes }: DeskLabel): Promise<void> {
  const isWhole =
    type === 'application/pdf'
      ? await readPdf(bytes).then(
          (pdf) => pdf.getPageCount() > 0,
          () => false,
        )
      : ZPL_END.test(new TextDecoder().decode(bytes));
  if (!isWhole) throw new AppError('malformed', 'The label is incomplete.');
}

async function readPdf(bytes: Uint8Array) {
  const { PDFDocument } = await loadPdf();
  return PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
}

/**
 * One file of labels of the same form, in their order: of PDF with their pages as they are, of a printer's language one text after the
 * other. A PDF asks to be printed in its own size, on the paper of its pages, and opens the print dialog itself if it is opened to be printed.
 * @param toPrint whether it is opened to be printed
 * @throws the library's error for a PDF that `checkLabel` refuses
 */
export async function writeLabelFile(labels: readonly DeskLabel[], toPrint: boolean): Promise<Blob> {
  const type = labels[0]?.type ?? 'text/plain';
  if (type !== 'application/pdf') {
    const parts = labels.flatMap(({ bytes }) => [bytes, '\n']);
    // As plain text, which browsers keep as it is.
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
