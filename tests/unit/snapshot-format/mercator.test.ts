import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  latitudeAt,
  longitudeAt,
  projectLatitude,
  projectLongitude,
  unitsOfMetres,
  unitsOfPixels,
  unitX,
  unitY,
  WORLD,
} from '#network/snapshot-format/mercator.ts';

describe('Web Mercator in whole units', () => {
  it('the middle of the map is at the equator and the prime meridian', () => {
    expect([unitX(0), unitY(0)]).toEqual([WORLD / 2, WORLD / 2]);
  });

  it('longitudes wrap into the world', () => {
    expect(unitX(-180)).toBe(0);
    expect(unitX(180)).toBe(0);
    expect(unitX(190)).toBe(unitX(-170));
    expect(unitX(-190)).toBe(unitX(170));
  });

  it('latitudes beyond the limit stay on the edge', () => {
    expect(unitY(90)).toBe(0);
    expect(unitY(89)).toBe(0);
    expect(unitY(-90)).toBe(WORLD - 1);
  });

  it('converting back gives the same place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        fc.double({ min: -540, max: 540, noNaN: true }),
        (latitude, longitude) => {
          expect(latitudeAt(projectLatitude(latitude))).toBeCloseTo(latitude, 6);
          expect(longitudeAt(projectLongitude(longitude))).toBeCloseTo(longitude, 6);
        },
      ),
    );
  });

  it('a pixel is one unit at zoom 18, and half as many for each further zoom', () => {
    expect(unitsOfPixels(10, 18)).toBe(10);
    expect(unitsOfPixels(10, 19)).toBe(5);
  });

  it('lengths stretch towards the poles', () => {
    const equator = unitsOfMetres(1, projectLatitude(0));
    expect(equator).toBeCloseTo(WORLD / 40_075_016.686, 6);
    expect(unitsOfMetres(1, projectLatitude(60))).toBeCloseTo(2 * equator, 6);
  });
});
