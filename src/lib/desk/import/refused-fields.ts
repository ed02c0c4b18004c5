import type { DeskParcel } from '../parcel.ts';
import type { RowProblem } from './check-row.ts';
import { fieldOfPath, type RowTexts } from './fields.ts';

/** Maps the fields that the platform refused to the cells of the parcel's row. */
export function problemsOfParcel({ problem }: DeskParcel, texts: RowTexts): RowProblem[] {
  return (problem?.fields ?? []).flatMap(({ path, codes }) => {
    const field = fieldOfPath(path, texts);
    return field === null ? [] : codes.map((code) => ({ field, code, detail: '', isWarning: false }));
  });
}

/** Lists refused fields that have no cell: the sender's, and those that this page doesn't know. */
export function otherFieldsOf({ problem }: DeskParcel, texts: RowTexts): { path: string; codes: string[] }[] {
  return (problem?.fields ?? []).filter(({ path }) => fieldOfPath(path, texts) === null);
}
