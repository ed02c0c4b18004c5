import { describe, expect, it } from 'vitest';
import type { BaseMapFile } from '../../../src/lib/map/base-map-file.ts';
import { listCandidates } from '../../../src/lib/map/label-candidates.ts';
import { unitsOfPixels, unitX, unitY, WORLD } from '../../../src/lib/snapshot-format/mercator.ts';

const place = (name: string, weight: number, latitude = 52, longitude = 21) => ({
  name,
  weight,
  x: unitX(longitude),
  y: unitY(latitude),
});

const file = (content: Partial<BaseMapFile>): BaseMapFile => ({
  box: { west: 0, north: 0, east: WORLD, south: WORLD },
  rings: [],
  lines: [],
  places: [],
  countries: [],
  landFiles: [],
  placeFiles: [],
  ...content,
});

function candidatesAt(zoom: number, content: Partial<BaseMapFile>, shift = 0) {
  const unitsPerPixel = unitsOfPixels(1, zoom);
  const frame = {
    west: unitX(21) + shift - 400 * unitsPerPixel,
    north: unitY(52) - 300 * unitsPerPixel,
    unitsPerPixel,
    width: 800,
    height: 600,
    view: { left: 0, top: 0, right: 800, bottom: 600 },
    zoom,
  };
  const parts = { world: file(content), land: [], places: [], landComplete: false, complete: true };
  return listCandidates(
    parts,
    frame,
    (code) => `country ${code}`,
    (text) => text.length * 7,
  );
}

describe('the names that a view could bear', () => {
  const places = [place('Metropolis', 90_000), place('Town', 800), place('Village', 10)];

  it('are those of large towns from afar and of all towns from near', () => {
    expect(candidatesAt(3, { places }).map(({ text }) => text)).toEqual(['Metropolis']);
    expect(candidatesAt(7, { places }).map(({ text }) => text)).toEqual(['Metropolis', 'Town']);
    expect(candidatesAt(13, { places }).map(({ text }) => text)).toEqual(['Metropolis', 'Town', 'Village']);
  });

  it('begin with countries that are large enough, until zoom 7', () => {
    const countries = [place('PL', 900), place('LU', 3)];
    expect(candidatesAt(5, { countries }).map(({ text }) => text)).toEqual(['country PL']);
    expect(candidatesAt(7, { countries })).toEqual([]);
  });

  it('lie in the copy of the world that is looked at', () => {
    expect(candidatesAt(7, { places }, WORLD)[0]).toMatchObject({ text: 'Metropolis', x: 400, y: 300 });
    expect(candidatesAt(7, { places }, -WORLD)[0]).toMatchObject({ text: 'Metropolis', x: 400, y: 300 });
  });

  it('leave out what lies outside the view', () => {
    expect(candidatesAt(7, { places: [place('Elsewhere', 90_000, 10, -60)] })).toEqual([]);
  });
});
