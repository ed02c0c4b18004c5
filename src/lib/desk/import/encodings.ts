import { decodeCodePage, isCodePage } from './code-pages.ts';

/** Encodings that spreadsheets write in the languages of this page. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'windows-1251',
  'iso-8859-2',
  'macintosh',
  'x-mac-ce',
  'ibm852',
  'ibm850',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Decodes bytes in an encoding. */
export const decodeAs = (bytes: Uint8Array, encoding: Encoding): string =>
  isCodePage(encoding) ? decodeCodePage(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
