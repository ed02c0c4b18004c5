import type { PublicSettings } from '../../config/public-settings.ts';

/** A place that an online service knows. */
export interface GeocodedPlace {
  label: string;
  position: { latitude: number; longitude: number };
  /** Level of a web map that shows it whole. */
  zoom: number;
}

/** An online service that knows addresses. It is told what was typed, and nothing else. */
export interface Geocoder {
  /** Whether it may be asked at each pause in typing; otherwise only when somebody asks for it. */
  readonly whileTyping: boolean;
  /**
   * @param language BCP 47, for the names in the answer
   * @throws AppError
   */
  search(text: string, language: string, signal?: AbortSignal): Promise<GeocodedPlace[]>;
}

/** Brings the adapter of the service that the site was built for. */
export async function openGeocoder(
  { service, url }: NonNullable<PublicSettings['geocoder']>,
  fetch: typeof globalThis.fetch,
): Promise<Geocoder> {
  return service === 'photon'
    ? (await import('./photon.ts')).createPhoton(url, fetch)
    : (await import('./nominatim.ts')).createNominatim(url, fetch);
}
