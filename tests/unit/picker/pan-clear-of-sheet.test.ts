import { describe, expect, it } from 'vitest';
import { latitudeAt, projectLatitude, unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import { offsetCentre, isCovered } from '../../../src/lib/picker/pan-clear-of-sheet.ts';

const ZOOM = 12;
const HEIGHT_PX = 600;
const COVERED_PX = 400;
/** The latitude this many pixels below the middle of a map centred on Warsaw. */
const below = (pixels: number) => latitudeAt(projectLatitude(52.23) + unitsOfPixels(pixels, ZOOM));
const bounds = { west: 20, east: 22, north: below(-HEIGHT_PX / 2), south: below(HEIGHT_PX / 2) };

describe('a pin under the sheet', () => {
  it('a covered pin is distinguished from a free one', () => {
    expect(isCovered(below(-200), bounds, HEIGHT_PX, COVERED_PX)).toBe(false);
    expect(isCovered(below(0), bounds, HEIGHT_PX, COVERED_PX)).toBe(true);
    expect(isCovered(below(290), bounds, HEIGHT_PX, COVERED_PX)).toBe(true);
  });

  it('a pin counts as covered if the sheet would cut through it', () => {
    expect(isCovered(below(-110), bounds, HEIGHT_PX, COVERED_PX)).toBe(true);
  });

  it('the pin is moved to the middle of the area that the sheet leaves free', () => {
    const centreY = projectLatitude(offsetCentre(52.23, ZOOM, COVERED_PX));
    const pinPx = HEIGHT_PX / 2 - (centreY - projectLatitude(52.23)) / unitsOfPixels(1, ZOOM);
    expect(pinPx).toBeCloseTo((HEIGHT_PX - COVERED_PX) / 2, 3);
  });
});
