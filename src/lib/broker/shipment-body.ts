import { m } from './messages.ts';

/**
 * Fills the operator's template of a shipment's body for the chosen point. The platform shows no contract of this body
 * (docs/platform-api.md, chapter 2), so the person sees it whole and may change all of it.
 * @param template JSON text in which `{{pointId}}`, inside a string, stands for the point's id
 */
export function fillTemplate(template: string, pointId: string): string {
  // As JSON text, so that an id with quotes can't break out of its place.
  const encodedId = JSON.stringify(pointId).slice(1, -1);
  return template.replaceAll('{{pointId}}', () => encodedId);
}

/** What an id may go on with: next to it another id stands. */
const ID_CHARACTER = /[\p{L}\p{N}_-]/u;

/** Whether a body names a point, by its whole id: `PL_1` isn't named by `PL_12`. */
export function namesPoint(bodyText: string, pointId: string): boolean {
  const encodedId = JSON.stringify(pointId).slice(1, -1);
  for (let at = bodyText.indexOf(encodedId); at >= 0; at = bodyText.indexOf(encodedId, at + 1)) {
    const beside = [bodyText.charAt(at - 1), bodyText.charAt(at + encodedId.length)];
    if (!beside.some((character) => ID_CHARACTER.test(character))) return true;
  }
  return false;
}

/** Reads what the person wrote: the body, or a sentence that says what to mend. */
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
