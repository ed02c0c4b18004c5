import { STREETS_FORMAT } from '#contract/streets.ts';

/** Makes a manifest of streets in one area. */
export function makeManifest(area: { name: string; version: string } & Record<string, unknown>) {
  const { minZoom, maxZoom } = { minZoom: 2, maxZoom: 14, ...area };
  return {
    ...{ format: STREETS_FORMAT, version: area.version, minZoom, maxZoom, attribution: 'OpenStreetMap' },
    areas: [{ bounds: [0, 0, 1, 1], minZoom, maxZoom, date: null, ...area }],
  };
}
