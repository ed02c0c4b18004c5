import type { Frame } from '../../../src/lib/map/frame.ts';

/** A frame of this many pixels, all visible, from the corner of the world at one unit per pixel. */
export const frameOf = (width: number, height: number, zoom: number): Frame => ({
  ...{ west: 0, north: 0, unitsPerPixel: 1, width, height, zoom },
  view: { left: 0, top: 0, right: width, bottom: height },
});
