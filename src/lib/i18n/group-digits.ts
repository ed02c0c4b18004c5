const GROUP = 3;

/** A code's digits in groups, as people read them aloud: `004 217 395`. Anything but digits stays as it is. */
export function groupDigits(code: string): string {
  if (!/^\d+$/.test(code)) return code;
  // A single digit isn't left alone at the end.
  return code.replaceAll(new RegExp(`\\d{${GROUP}}(?=\\d\\d)`, 'g'), '$& ');
}
