import * as z from 'zod/mini';

/** URL path of the published streets, on Node and at the edge. */
export const STREETS_FOLDER = '/streets/';
/** Version of the format. Readers ignore all other versions. */
export const STREETS_FORMAT = 1;
/** Attribution shown with the streets; the data is under the Open Database License. */
export const STREETS_ATTRIBUTION = '© OpenStreetMap contributors';

const zoom = z.int().check(z.gte(0), z.lte(22));
const degrees = z.number().check(z.gte(-180), z.lte(180));
const version = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/** An imported archive: a country, a city. */
export const streetsAreaSchema = z.looseObject({
  /** Used in URLs and file names. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  /** Hash of its tiles. */
  version,
  /** The previous version, kept for pages that are still open. */
  earlier: z.optional(version),
  /** West, south, east, north. */
  bounds: z.tuple([degrees, degrees, degrees, degrees]),
  minZoom: zoom,
  maxZoom: zoom,
  /** Date of the map data, as `2026-11-01`; null if the archive doesn't contain it. */
  date: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /**
   * The gazetteer of its streets and places (docs/gazetteer-format.md); absent if it was imported without
   * one.
   */
  search: z.optional(
    z.looseObject({
      format: z.int(),
      /** Hash of its files. */
      version,
      earlier: z.optional(version),
      /** ISO 3166-1 alpha-2 codes of the countries of its towns. */
      countries: z.array(z.string()),
    }),
  ),
});

/** `manifest.json`: the only file of the streets with a fixed name. */
export const streetsManifestSchema = z.looseObject({
  format: z.literal(STREETS_FORMAT),
  /** Hash of all areas. */
  version,
  minZoom: zoom,
  maxZoom: zoom,
  attribution: z.string(),
  areas: z.array(streetsAreaSchema).check(z.minLength(1), z.maxLength(256)),
});

export type StreetsArea = z.infer<typeof streetsAreaSchema>;
export type StreetsManifest = z.infer<typeof streetsManifestSchema>;
