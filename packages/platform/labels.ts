import { decodeBase64Url } from './base64.ts';
import { readJsonText } from './json-text.ts';
import { isModestJson } from './scan-json.ts';

/**
 * Label formats and their `Accept` values (docs/platform-api.md, chapter 10). For returns only A4 is
 * certain (2 sources).
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

const PDF_SIGNATURE = '%PDF-';

/**
 * Parses a label: the bytes as they are, or Base64 from JSON `{"label":{"content":"…"}}`, also URL-safe (1
 * source).
 * @param contentType of the answer
 * @returns null for anything but a label in the requested format, such as an error page
 */
export function parseLabel(
  format: LabelFormat,
  contentType: string | null,
  bytes: Uint8Array<ArrayBuffer>,
): Label | null {
  const expectedType = mediaTypeOf(LABEL_FORMATS[format]);
  const actualType = mediaTypeOf(contentType ?? '');
  const content =
    actualType === expectedType ? bytes : actualType.endsWith('json') ? decodeJson(bytes) : null;
  if (content === null || content.length === 0) return null;
  const isPdf = new TextDecoder().decode(content.subarray(0, PDF_SIGNATURE.length)) === PDF_SIGNATURE;
  return (expectedType === 'application/pdf') === isPdf ? { type: expectedType, bytes: content } : null;
}

const mediaTypeOf = (value: string) => value.split(';')[0]!.trim().toLowerCase();

function decodeJson(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const json = isModestJson(bytes) ? (readJsonText(bytes) as { label?: { content?: unknown } } | null) : null;
  const content = json?.label?.content;
  return typeof content === 'string' ? decodeBase64Url(content) : null;
}
