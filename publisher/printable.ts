/** Ids are arbitrary texts: one with a line break or a terminal's control signs must not write the report itself. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
