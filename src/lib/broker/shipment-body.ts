import type { Point } from '#platform/point.ts';
import { m } from './messages.ts';

/**
 * Fills the chosen point into the operator's template of a shipment's body. The platform documents no schema of this body
 * (docs/platform-api.md, chapter 2), so the user sees all of it and may change it.
 * @param template JSON text in which `{{pointId}}` and `{{country}}`, inside strings, stand for the point's id and country
 */
export function fillTemplate(
  template: string,
  { id, country }: Pick<Point, 'id'> & { country?: unknown },
): string {
  const values = { pointId: id, country: typeof country === 'string' ? country : '' };
  // Escaped as JSON, so that an id with quotes can't end the string.
  return template.replaceAll(/\{\{(pointId|country)\}\}/g, (_, name: keyof typeof values) =>
    JSON.stringify(values[name]).slice(1, -1),
  );
}

/** A character of ids: beside one, the text found is part of another id. */
const ID_CHARACTER = /[\p{L}\p{N}_-]/u;

/** Whether a body contains the whole id of a point: `PL_12` doesn't contain `PL_1`. */
export function namesPoint(bodyText: string, pointId: string): boolean {
  const encodedId = JSON.stringify(pointId).slice(1, -1);
  for (let at = bodyText.indexOf(encodedId); at >= 0; at = bodyText.indexOf(encodedId, at + 1)) {
    const beside = [bodyText.charAt(at - 1), bodyText.charAt(at + encodedId.length)];
    if (!beside.some((character) => ID_CHARACTER.test(character))) return true;
  }
  return false;
}

/** Parses the text of the form: the body, or a sentence about what to correct. */
export function readShipmentBody(text: string): { body: Record<string, unknown> } | { problem: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    return { problem: m.parcel_not_json({ reason: (cause as SyntaxError).message }) };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { problem: m.parcel_not_object() };
  }
  return { body: body as Record<string, unknown> };
}
