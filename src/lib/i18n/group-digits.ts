const GROUP = 3;

/** Groups a code's digits as people read them aloud: `004 217 395`. Other characters stay as they are. */
export function groupDigits(code: string): string {
  if (!/^\d+$/.test(code)) return code;
  // Avoids a single digit at the end.
  return code.replaceAll(new RegExp(`\\d{${GROUP}}(?=\\d\\d)`, 'g'), '$& ');
}
