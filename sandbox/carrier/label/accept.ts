import { LABEL_FORMATS, type LabelFormat } from '#platform/labels.ts';

/** The formats that the sandbox writes. The platform has EPL2 and DPL too. */
const WRITTEN = ['pdf-a6', 'pdf-a4', 'zpl-203', 'zpl-300'] as const satisfies readonly LabelFormat[];
export type WrittenFormat = (typeof WRITTEN)[number];

/** The requested form of a label. */
export interface RequestedLabel {
  format: WrittenFormat;
  /** Whether to send JSON with the label in Base64, instead of the label itself. */
  json: boolean;
}

/** The formats in which a product has labels. `fallback` is sent if the request names none. */
export interface LabelOffer {
  formats: readonly WrittenFormat[];
  jsonFormats: readonly WrittenFormat[];
  fallback: WrittenFormat | null;
}

export const SHIPMENT_LABELS: LabelOffer = {
  formats: WRITTEN,
  jsonFormats: WRITTEN,
  fallback: null,
};

/** The formats of return labels that at least one source mentions, and none denies. */
export const RETURN_LABELS: LabelOffer = {
  formats: ['pdf-a4', 'zpl-203', 'zpl-300'],
  jsonFormats: ['pdf-a4'],
  fallback: 'pdf-a4',
};

/**
 * Finds the first type of an `Accept` header that is offered. Each must name its format: `application/pdf;format=A6`.
 * @returns null if none is offered
 */
export function chooseLabel(accept: string | undefined, offer: LabelOffer): RequestedLabel | null {
  const types = (accept ?? '*/*').split(',').map((type) => type.replace(/\s/g, '').toLowerCase());
  for (const type of types) {
    if (type === '*/*' && offer.fallback !== null) return { format: offer.fallback, json: false };
    const format = offer.formats.find((name) => LABEL_FORMATS[name].toLowerCase() === type);
    if (format !== undefined) return { format, json: false };
    const jsonFormat = offer.jsonFormats.find((name) => writeJsonType(name).toLowerCase() === type);
    if (jsonFormat !== undefined) return { format: jsonFormat, json: true };
  }
  return null;
}

/** `application/pdf;format=A6` → `application/pdf+json;format=A6` */
const writeJsonType = (format: WrittenFormat) => LABEL_FORMATS[format].replace(';', '+json;');

/** Lists the media types in which a product has labels. */
export const listTypes = ({ formats, jsonFormats }: LabelOffer): string[] => [
  ...formats.map((format) => LABEL_FORMATS[format]),
  ...jsonFormats.map(writeJsonType),
];
