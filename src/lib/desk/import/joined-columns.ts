import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';

/** Whether several columns may have a part of a field: staircase and door, the second and third line of an address. */
export const isInSeveralColumns = (field: ImportField | null): boolean => field === 'flatNumber';

/** The cell of one of several columns, with the column's name. */
interface Part {
  name: string;
  text: string;
}

/** "2", "B": without the name of its column, nobody knows whether it is a staircase or a door. */
const BARE = /^[\p{L}\d]{1,4}$/u;

/** Joins the parts of a field that stand in several columns of a row, in their order. */
export function joinCells(field: ImportField, parts: readonly Part[]): string {
  const filled = parts
    .map(({ name, text }) => ({ name: name.trim(), text: text.trim() }))
    .filter(({ text }) => text !== '');
  const own = filled.filter(
    ({ text }, at) => filled.findIndex((each) => foldName(each.text) === foldName(text)) === at,
  );
  // Czech houses have two numbers: "12/5".
  if (field === 'houseNumber') return own.map(({ text }) => text).join('/');
  const areBare = own.length > 1 && own.every(({ text }) => BARE.test(text));
  return areBare
    ? own.map(({ name, text }) => `${name} ${text}`).join(' ')
    : own.map(({ text }) => text).join(', ');
}
