import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { pause } from '../../network/open-snapshot.ts';
import { unlessAborted } from '../../network/snapshot-files.ts';
import { askJson, MAX_PLACES, zoomForDegrees } from './ask.ts';
import type { GeocodedPlace, Geocoder } from './geocoder.ts';

/** The public service's usage policy: at most one request a second (https://operations.osmfoundation.org/policies/nominatim/). */
const PAUSE_MS = 1_000;
const ADDRESS_ZOOM = 16;

const degrees = (limit: number) => z.pipe(z.coerce.number(), z.number().check(z.gte(-limit), z.lte(limit)));
const placeSchema = z.looseObject({
  display_name: z.string().check(z.minLength(1)),
  lat: degrees(90),
  lon: degrees(180),
  boundingbox: z.catch(
    z.optional(z.tuple([degrees(90), degrees(90), degrees(180), degrees(180)])),
    undefined,
  ),
});

/**
 * A service with Nominatim's API. Nominatim's usage policy forbids search-as-you-type.
 * @param url of its search endpoint, such as https://nominatim.example/search
 */
export function createNominatim(url: string, fetch: typeof globalThis.fetch): Geocoder {
  let nextMs = -Infinity;
  return {
    whileTyping: false,
    async search(wanted, language, signal) {
      const pauseMs = nextMs - Date.now();
      nextMs = Math.max(Date.now(), nextMs) + PAUSE_MS;
      if (pauseMs > 0) await unlessAborted(pause(pauseMs), signal);
      const address = new URL(url);
      address.searchParams.set('q', wanted);
      address.searchParams.set('format', 'jsonv2');
      address.searchParams.set('limit', String(MAX_PLACES));
      address.searchParams.set('accept-language', language);
      const answer = z.array(z.unknown()).safeParse(await askJson(address, fetch, signal));
      if (!answer.success) throw new AppError('malformed', 'The place search answered with something else.');
      return answer.data.flatMap(readPlace).slice(0, MAX_PLACES);
    },
  };
}

function readPlace(place: unknown): GeocodedPlace[] {
  const result = placeSchema.safeParse(place);
  if (!result.success) return [];
  const { display_name: label, lat: latitude, lon: longitude, boundingbox } = result.data;
  const zoom =
    boundingbox === undefined ? ADDRESS_ZOOM : zoomForDegrees(Math.abs(boundingbox[3] - boundingbox[2]));
  return [{ label, position: { latitude, longitude }, zoom }];
}
