/** A place found by the online service. */
export interface GeocodedPlace {
  label: string;
  position: { latitude: number; longitude: number };
  /** Zoom level that shows the whole place. */
  zoom: number;
}

/** An online service that finds addresses. It gets the typed text and the language, and nothing else. */
export interface Geocoder {
  /**
   * @param language BCP 47, for the names in the answer
   * @throws AppError
   */
  search(text: string, language: string, signal?: AbortSignal): Promise<GeocodedPlace[]>;
}

/** @param url address of the service's search */
export async function openGeocoder(url: string, fetch: typeof globalThis.fetch): Promise<Geocoder> {
  return (await import('./photon.ts')).createPhoton(url, fetch);
}
