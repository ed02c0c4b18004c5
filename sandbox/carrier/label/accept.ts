import { LABEL_FORMAT_NAMES, LABEL_FORMATS, type LabelFormat } from '#platform/labels.ts';

/** A form of a label that was asked for. */
export interface WantedLabel {
  format: LabelFormat;
  /** As JSON with the label in Base64, or as it is. */
  json: boolean;
}

/** Formats of a product's labels; the first of returns is also sent if none is named. */
export interface LabelOffer {
  formats: readonly LabelFormat[];
  jsonFormats: readonly LabelFormat[];
  otherwise: LabelFormat | null;
}

export const SHIPMENT_LABELS: LabelOffer = {
  formats: LABEL_FORMAT_NAMES,
  jsonFormats: LABEL_FORMAT_NAMES,
  otherwise: null,
};

/** What at least one source knows of returns, and none denies. */
export const RETURN_LABELS: LabelOffer = {
  formats: ['pdf-a4', 'zpl-203', 'zpl-300', 'epl-203'],
  jsonFormats: ['pdf-a4'],
  otherwise: 'pdf-a4',
};

/** Finds the first type of an `Accept` that is offered. Each must name its format: `application/pdf;format=A6`. @returns null: none */
export function chooseLabel(accept: string | undefined, offer: LabelOffer): WantedLabel | null {
  const wanted = (accept ?? '*/*').split(',').map((type) => type.replace(/\s/g, '').toLowerCase());
  for (const type of wanted) {
    if (type === '*/*' && offer.otherwise !== null) return { format: offer.otherwise, json: false };
    const format = offer.formats.find((each) => LABEL_FORMATS[each].toLowerCase() === type);
    if (format !== undefined) return { format, json: false };
    const inJson = offer.jsonFormats.find((each) => writeJsonType(each).toLowerCase() === type);
    if (inJson !== undefined) return { format: inJson, json: true };
  }
  return null;
}

/** `application/pdf;format=A6` → `application/pdf+json;format=A6` */
const writeJsonType = (format: LabelFormat) => LABEL_FORMATS[format].replace(';', '+json;');

/** Types of labels by which they may be asked for. */
export const listTypes = ({ formats, jsonFormats }: LabelOffer): string[] => [
  ...formats.map((format) => LABEL_FORMATS[format]),
  ...jsonFormats.map(writeJsonType),
];
