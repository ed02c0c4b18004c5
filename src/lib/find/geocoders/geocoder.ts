import type { PublicSettings } from '../../config/public-settings.ts';

/** A place found by an online service. */
export interface GeocodedPlace {
  label: string;
  position: { latitude: number; longitude: number };
  /** Zoom level that shows the whole place. */
  zoom: number;
}

/** An online geocoding service. It gets the typed text and the language, and nothing else. */
export interface Geocoder {
  /** Whether it may be called at each pause in typing; otherwise only on request. */
  readonly whileTyping: boolean;
  /**
   * @param language BCP 47, for the names in the answer
   * @throws AppError
   */
  search(text: string, language: string, signal?: AbortSignal): Promise<GeocodedPlace[]>;
}

/** Loads the adapter of the configured service. */
export async function openGeocoder(
  { service, url }: NonNullable<PublicSettings['geocoder']>,
  fetch: typeof globalThis.fetch,
): Promise<Geocoder> {
  return service === 'photon'
    ? (await import('./photon.ts')).createPhoton(url, fetch)
    : (await import('./nominatim.ts')).createNominatim(url, fetch);
}
