import { describeRowCode } from './row-sentences.ts';
import type { ImportField } from './fields.ts';
import { nameImportField } from './name-import-field.ts';
import type { RowView } from './row-view.ts';

/** A sentence below a row, about one of its cells or about the whole row. */
export interface RowSentence {
  field: ImportField | null;
  isWarning: boolean;
  text: string;
}

/** @param note additional message for the row; empty: none */
export function listSentences(view: RowView, note: string): RowSentence[] {
  const own = view.problems.map(({ field, isWarning, code, detail }) => ({
    field,
    isWarning,
    text: describeRowCode(code, detail),
  }));
  return note === '' ? own : [...own, { field: null, isWarning: false, text: note }];
}

/** Average width of a letter, as a fraction of the line height. */
const LETTER = 0.36;

/**
 * Estimates how high a row's wrapped sentences are, in pixels, before they are rendered.
 * @param width of the table that is in view
 */
export function estimateHeight(sentences: readonly RowSentence[], width: number, lineHeight: number): number {
  const perLine = Math.max(20, (width - 24) / (lineHeight * LETTER));
  const lines = sentences.reduce(
    (sum, { text, field }) =>
      sum + Math.ceil((text.length + (field === null ? 3 : nameImportField(field).length + 6)) / perLine),
    0,
  );
  return lines === 0 ? 0 : lines * lineHeight + 8;
}
