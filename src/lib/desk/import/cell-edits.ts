import { readCell } from '../csv.ts';
import type { ImportField } from './fields.ts';
import type { ImportRow } from './import-record.ts';
import { isOpen, type CellPosition, type RowView } from './row-view.ts';

/** A new text for a cell. */
export interface CellEdit extends CellPosition {
  text: string;
}

/** Replaces the texts of a row's cells. @param at its index in the import */
export const editRow = (row: ImportRow, at: number, edits: readonly CellEdit[]): ImportRow => ({
  ...row,
  edits: {
    ...row.edits,
    ...Object.fromEntries(edits.flatMap((edit) => (edit.at === at ? [[edit.field, edit.text]] : []))),
  },
});

/**
 * Reads several cells copied from a spreadsheet as edits of the table's cells, from one cell on to the
 * right and down. Cells beside the table, and rows that can't be edited, are skipped.
 * @param text rows in lines, cells separated by tabs
 * @param rows in the order of the table
 * @param top index of the first cell's row
 * @returns null if the text is a single cell
 */
export function readPastedCells(
  text: string,
  rows: readonly RowView[],
  fields: readonly ImportField[],
  top: number,
  first: ImportField,
): CellEdit[] | null {
  if (!/[\t\n]/.test(text.trim())) return null;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const left = fields.indexOf(first);
  return lines.flatMap((line, down) => {
    const view = rows[top + down];
    if (view === undefined || !isOpen(view)) return [];
    return line.split('\t').flatMap((cell, right) => {
      const field = fields[left + right];
      return field === undefined ? [] : [{ at: view.at, field, text: readCell(cell.trim()) }];
    });
  });
}
