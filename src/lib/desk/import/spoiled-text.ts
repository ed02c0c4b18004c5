import { recode } from './recode.ts';

/** "#REF!", "#N/A", "#NAZWA?", "####": a spreadsheet writes why it has no value. */
const ERROR = /^#(?:[\p{Lu}/_]{2,}[\d/]*[!?]?|#{2,})$/u;
/** Signs that programs write for letters that they lost. None of these texts has one of its own. */
const LOST = /[?\uFFFD]/;
/** Letters beyond ASCII of which the first may be the first half of another letter. */
const HALVES = /[ÂÃÄÅâÐÑĂĹĐŃ]\P{ASCII}+/gu;
/** The encodings in which programs read UTF-8 by mistake. */
const MISREAD = ['windows-1252', 'windows-1250'] as const;
/** The letters and signs of these languages. */
const USUAL = /^[\u00a0-\u017f\u0400-\u045f\u0490\u0491\u2010-\u2030\u20ac]+$/;

/** "ZieliÅ„ski": UTF-8 that was read in another encoding, and saved so. */
const isMisread = (text: string): boolean =>
  (text.match(HALVES) ?? []).some((letters) =>
    MISREAD.some((encoding) => USUAL.test(recode(letters, encoding, 'utf-8'))),
  );

/** Whether a program has spoiled a name, a street or a town: its letters are lost, or it is an error. */
export const isSpoiled = (text: string): boolean =>
  LOST.test(text) || ERROR.test(text.trim()) || isMisread(text);
