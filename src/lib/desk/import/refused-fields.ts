import type { DeskParcel } from '../parcel.ts';
import type { RowProblem } from './check-row.ts';
import { fieldOfPath, type RowTexts } from './fields.ts';

/** What the platform has refused of a parcel, on the cells of its row. */
export function problemsOfParcel({ problem }: DeskParcel, texts: RowTexts): RowProblem[] {
  return (problem?.fields ?? []).flatMap(({ path, codes }) => {
    const field = fieldOfPath(path, texts);
    return field === null ? [] : codes.map((code) => ({ field, code, detail: '', isWarning: false }));
  });
}

/** Paths that the platform has refused, and that no cell is: the sender's, and those that this page doesn't know. */
export function otherFieldsOf({ problem }: DeskParcel, texts: RowTexts): { path: string; codes: string[] }[] {
  return (problem?.fields ?? []).filter(({ path }) => fieldOfPath(path, texts) === null);
}
