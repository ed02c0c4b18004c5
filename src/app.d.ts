declare global {
  /** The parcel form begins with it; put here by vite.config.ts, so that no page but the broker's carries it. */
  const __SHIPMENT_TEMPLATE__: string;
  /** Trusted Types, where the browser has them. */
  var trustedTypes: { createPolicy<Rules>(name: string, rules: Rules): Rules } | undefined;
  interface Window {
    /** The shopper's language, as the script in the page's head chose it (src/first-view). */
    droppointLanguage?: string;
    /** Asked for there, before the app's code has come: `manifest.json`, or null where no network is published. */
    droppointManifest?: Promise<unknown>;
    /** Asked for there, in a frame: who may frame the picker (`GET /api/embed`); null where it can't be had. */
    droppointHosts?: Promise<unknown>;
    /** Told to it by the app: from now on the map draws its own pins. */
    droppointMapIsThere?: boolean;
    /** Whether code came from the browser's cache, for the land below the points to come from there as well. */
    droppointIsWarm?: boolean;
  }

  namespace App {
    /** Of an entry of the history: how many things lie open over the list on it. */
    interface PageState {
      layers?: number;
    }

    /** What the error page shows. */
    interface Error {
      message: string;
      /** What the visitor can do about it. */
      nextStep?: string;
      requestId?: string | null;
    }
  }
}

export {};
