declare global {
  /** Trusted Types; undefined in browsers without them. */
  var trustedTypes: { createPolicy<Rules>(name: string, rules: Rules): Rules } | undefined;
  interface Window {
    /** The shopper's language, chosen by the script in the page's head (src/first-view). */
    droppointLanguage?: string;
    /** `manifest.json`, requested by that script before the app's code has loaded; null if no network is published. */
    droppointManifest?: Promise<unknown>;
    /** Files of the published network that this script has fetched, by address: the app takes them instead of requesting them again. */
    droppointFiles?: Map<string, ArrayBuffer>;
    /** The origins that may frame the picker (`GET /api/embed`), requested by that script; null on failure. */
    droppointHosts?: Promise<unknown>;
    /** The early requests of the page of these parcels: the fragment, and the function's answer. */
    droppointParcels?: { hash: string; answer: Promise<Response> };
    /** Set by the app once its map draws its own pins. */
    droppointMapIsThere?: boolean;
    /** Where a dot was pressed before the app's map was there: pixels from the map's middle. */
    droppointPress?: { x: number; y: number };
    /** Whether code came from the browser's cache; the land below the points will come from there as well. */
    droppointIsWarm?: boolean;
  }

  namespace App {
    /**
     * State of a history entry. Of the locator: the ordinal of its search, and the number of layers open over the list. Of the desk: the
     * parcels that a screen was opened for, by their ids, which thus aren't in the address.
     */
    interface PageState {
      search?: number;
      layers?: number;
      /** Of `/choose`: what the locator has in its address. */
      browsing?: string;
      parcelId?: string;
      parcelIds?: readonly string[];
    }

    /** The error page's contents. */
    interface Error {
      message: string;
      /** The visitor's possible next step. */
      nextStep?: string;
      requestId?: string | null;
    }
  }
}

export {};
