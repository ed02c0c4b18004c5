import type { PublicParcelPlace } from '#contract/public-parcel.ts';

/**
 * Types of places: 1 source (docs/platform-api.md, chapter 11). `MPOK_POINT` is a service point.
 */
const KINDS: Readonly<Record<string, PublicParcelPlace['kind']>> = {
  LOCKER_POINT: 'point',
  PUDO_POINT: 'point',
  MPOK_POINT: 'point',
  LOGISTIC_CENTER: 'centre',
  ADDRESS: 'address',
};

const MAX_TEXT = 100;
/** No id is longer (functions/points/answer-point.ts). */
const MAX_ID = 200;

/**
 * Converts a place of the platform, any of whose fields may be absent, null or something else, to
 * its public form.
 */
export function readPlace(place: Readonly<Record<string, unknown>>): PublicParcelPlace {
  const { type } = place;
  const kind = typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type]! : 'other';
  const country = readText(place['country'], 2)?.toUpperCase() ?? null;
  const id = kind === 'point' ? readText(place['id'], MAX_ID) : null;
  return kind === 'address' || kind === 'other'
    ? { kind, id, name: null, city: null, country }
    : { kind, id, name: readText(place['name'], MAX_TEXT), city: readText(place['city'], MAX_TEXT), country };
}

/** @returns null for an empty text, one that is too long or has control characters, and for anything else */
function readText(value: unknown, most: number): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > most || /\p{Cc}/u.test(text) ? null : text;
}
