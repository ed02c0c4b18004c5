import { decodeBase64Url } from './base64.ts';
import { readJsonText } from './json-text.ts';
import { isModestJson } from './scan-json.ts';

/**
 * Forms of a label, by the value of `Accept` (docs/platform-api.md, chapter 10). Returns have A4 for certain only (2 sources).
 */
export const LABEL_FORMATS = {
  'pdf-a6': 'application/pdf;format=A6',
  'pdf-a4': 'application/pdf;format=A4',
  'zpl-203': 'text/zpl;dpi=203',
  'zpl-300': 'text/zpl;dpi=300',
  'epl-203': 'text/epl2;dpi=203',
  'dpl-203': 'text/dpl;dpi=203',
} as const;

export type LabelFormat = keyof typeof LABEL_FORMATS;

export const LABEL_FORMAT_NAMES = Object.keys(LABEL_FORMATS) as LabelFormat[];

export interface Label {
  /** Media type without parameters: `application/pdf`, `text/zpl`, `text/epl2`, `text/dpl`. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const PDF_BEGINNING = '%PDF-';

/**
 * Reads a label: its bytes as they are, or from JSON `{"label":{"content":"…"}}` in Base64, also the URL-safe form (1 source).
 * @param contentType of the answer
 * @returns null for something else than a label of the wanted format, such as an error page
 */
export function readLabel(
  format: LabelFormat,
  contentType: string | null,
  bytes: Uint8Array<ArrayBuffer>,
): Label | null {
  const wanted = mediaTypeOf(LABEL_FORMATS[format]);
  const given = mediaTypeOf(contentType ?? '');
  const content = given === wanted ? bytes : given.endsWith('json') ? decodeJson(bytes) : null;
  if (content === null || content.length === 0) return null;
  const isPdf = new TextDecoder().decode(content.subarray(0, PDF_BEGINNING.length)) === PDF_BEGINNING;
  return (wanted === 'application/pdf') === isPdf ? { type: wanted, bytes: content } : null;
}

const mediaTypeOf = (value: string) => value.split(';')[0]!.trim().toLowerCase();

function decodeJson(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const told = isModestJson(bytes) ? (readJsonText(bytes) as { label?: { content?: unknown } } | null) : null;
  const content = told?.label?.content;
  return typeof content === 'string' ? decodeBase64Url(content) : null;
}
