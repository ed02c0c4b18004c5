import type { DeskParcel } from '../parcel.ts';
import type { RowProblem } from './check-row.ts';
import { findFieldByPath, type RowTexts } from './fields.ts';

/** Maps the fields that the platform refused to the cells of the parcel's row. */
export function listRefusedCells({ problem }: DeskParcel, texts: RowTexts): RowProblem[] {
  return (problem?.fields ?? []).flatMap(({ path, codes }) => {
    const field = findFieldByPath(path, texts);
    return field === null ? [] : codes.map((code) => ({ field, code, detail: '', isWarning: false }));
  });
}

/** Lists refused fields that have no cell: the sender's, and those that this page doesn't know. */
export function listOtherRefusedFields(
  { problem }: DeskParcel,
  texts: RowTexts,
): { path: string; codes: string[] }[] {
  return (problem?.fields ?? []).filter(({ path }) => findFieldByPath(path, texts) === null);
}
