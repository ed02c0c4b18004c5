import * as z from 'zod/mini';

/** Where pages find the streets, on Node as at the edge. */
export const STREETS_FOLDER = '/streets/';
/** Another number is another form, which a reader of this one leaves alone. */
export const STREETS_FORMAT = 1;
/** What stands wherever streets are shown; the data is under the Open Database License. */
export const STREETS_ATTRIBUTION = '© OpenStreetMap contributors';

const zoom = z.int().check(z.gte(0), z.lte(22));
const degrees = z.number().check(z.gte(-180), z.lte(180));
const version = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/** An archive that was taken over: a country, a city. */
export const streetsAreaSchema = z.looseObject({
  /** Part of addresses and of file names. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  /** Hash over its tiles. */
  version,
  /** The version before, which lies beside it for pages that are still open. */
  earlier: z.optional(version),
  /** West, south, east, north. */
  bounds: z.tuple([degrees, degrees, degrees, degrees]),
  minZoom: zoom,
  maxZoom: zoom,
  /** When the map's data was taken, as `2026-11-01`; null when the archive doesn't tell. */
  date: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
});

/** `manifest.json`: the one file of the streets whose name stays. */
export const streetsManifestSchema = z.looseObject({
  format: z.literal(STREETS_FORMAT),
  /** Hash over all areas. */
  version,
  minZoom: zoom,
  maxZoom: zoom,
  attribution: z.string(),
  areas: z.array(streetsAreaSchema).check(z.minLength(1), z.maxLength(256)),
});

export type StreetsArea = z.infer<typeof streetsAreaSchema>;
export type StreetsManifest = z.infer<typeof streetsManifestSchema>;
