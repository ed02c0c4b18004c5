import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import type { Position } from '../network/distance.ts';
import { createSnapshotFiles } from '../network/snapshot-files.ts';

/** A place found by the online service. */
export interface GeocodedPlace {
  label: string;
  position: Position;
  /** Zoom level that shows the whole place. */
  zoom: number;
}

/** Photon rejects other languages. */
const LANGUAGES = ['en', 'de', 'fr'];
/** Number of results that fit under the field. */
const MAX_PLACES = 5;
const ADDRESS_ZOOM = 16;

const text = z.catch(z.string(), '');
const longitude = z.number().check(z.gte(-180), z.lte(180));
const latitude = z.number().check(z.gte(-90), z.lte(90));
const featureSchema = z.looseObject({
  geometry: z.looseObject({ coordinates: z.tuple([longitude, latitude], z.unknown()) }),
  properties: z.looseObject({
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    city: text,
    country: text,
    extent: z.catch(z.optional(z.tuple([longitude, latitude, longitude, latitude])), undefined),
  }),
});
const answerSchema = z.looseObject({ features: z.array(z.unknown()) });

/**
 * Asks an online service with the API of Photon (https://github.com/komoot/photon), which is made for search-as-you-type. It gets the typed
 * text and the language, and nothing else: the request reveals the site's origin, but not the page, and has no cookies.
 * @param url of its search endpoint, such as https://photon.example/api
 * @param language BCP 47, for the names in the answer
 * @throws AppError
 */
export async function searchPhoton(
  fetch: typeof globalThis.fetch,
  url: string,
  wanted: string,
  language: string,
  signal?: AbortSignal,
): Promise<GeocodedPlace[]> {
  const address = new URL(url);
  address.searchParams.set('q', wanted);
  address.searchParams.set('limit', String(MAX_PLACES));
  if (LANGUAGES.includes(language)) address.searchParams.set('lang', language);
  const asStranger: typeof globalThis.fetch = (input, init) =>
    fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'strict-origin' });
  const files = createSnapshotFiles('', asStranger);
  const answer = answerSchema.safeParse(await files.readJson(address.href, signal && { signal }));
  if (!answer.success) throw new AppError('malformed', 'The place search answered with something else.');
  return answer.data.features.flatMap(readFeature).slice(0, MAX_PLACES);
}

function readFeature(feature: unknown): GeocodedPlace[] {
  const result = featureSchema.safeParse(feature);
  if (!result.success) return [];
  const { properties, geometry } = result.data;
  const { name, street, housenumber, postcode, city, country, extent } = properties;
  const parts = [name, `${street} ${housenumber}`, `${postcode} ${city}`, country].map((part) => part.trim());
  const label = [...new Set(parts)].filter((part) => part !== '').join(', ');
  if (label === '') return [];
  const [east, north] = geometry.coordinates;
  const zoom = extent === undefined ? ADDRESS_ZOOM : zoomForDegrees(Math.abs(extent[2] - extent[0]));
  return [{ label, position: { latitude: north, longitude: east }, zoom }];
}

/** The zoom at which a box of this width in degrees fills a phone's screen. */
function zoomForDegrees(degrees: number): number {
  return Math.round(Math.min(17, Math.max(4, Math.log2(360 / Math.max(degrees, 1e-6)))));
}
