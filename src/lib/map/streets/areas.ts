import { STREETS_FOLDER, type StreetsArea, streetsManifestSchema } from '#contract/streets.ts';
import { projectLatitude, projectLongitude } from '#network/snapshot-format/mercator.ts';
import type { Box } from '../frame.ts';

/** An area for which the operator has streets. */
export interface Area extends Pick<StreetsArea, 'minZoom' | 'maxZoom'>, Box {
  /** Address of its tiles' folder, with a trailing slash. */
  folder: string;
}

export type Areas = NonNullable<ReturnType<typeof readAreas>>;

/** Parses the streets' manifest. @returns null if its format is unknown @throws SyntaxError if it isn't JSON */
export function readAreas(text: string) {
  const { data } = streetsManifestSchema.safeParse(JSON.parse(text));
  if (data === undefined) return null;
  const { attribution, areas } = data;
  return {
    attribution,
    areas: areas.map(({ name, version, minZoom, maxZoom, bounds: [west, south, east, north] }): Area => ({
      folder: `${STREETS_FOLDER}${name}/${version}/`,
      minZoom,
      maxZoom,
      west: projectLongitude(west),
      north: projectLatitude(north),
      east: projectLongitude(east),
      south: projectLatitude(south),
    })),
  };
}
