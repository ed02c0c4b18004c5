import { describe, expect, it } from 'vitest';
import { parsePublicSettings } from '#config/public-settings.ts';
import { AppError } from '#platform/errors.ts';

function findProblems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    parsePublicSettings(environment);
  } catch (error) {
    if (error instanceof AppError && error.code === 'settings_invalid') return error.problems;
    throw error;
  }
  return [];
}

const TILES = {
  PUBLIC_TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  PUBLIC_TILES_ATTRIBUTION: '© Example',
};

describe('Public settings', () => {
  it('without any, the map starts where the network is, without an online layer', () => {
    const settings = parsePublicSettings({});
    expect(settings.start).toBeNull();
    expect(settings.pointsPerPage).toBe(500);
    expect(settings.tiles).toBeNull();
  });

  it('offline caching is on unless it is switched off', () => {
    expect(parsePublicSettings({}).offline).toBe(true);
    expect(parsePublicSettings({ PUBLIC_OFFLINE: 'on' }).offline).toBe(true);
    expect(parsePublicSettings({ PUBLIC_OFFLINE: 'off' }).offline).toBe(false);
    expect(findProblems({ PUBLIC_OFFLINE: 'no' })).toEqual(['PUBLIC_OFFLINE must be on or off, not "no".']);
  });

  it('they are read as written', () => {
    const settings = parsePublicSettings({
      ...TILES,
      PUBLIC_START_LATITUDE: ' 52.5 ',
      PUBLIC_START_LONGITUDE: '-0.25',
      PUBLIC_START_ZOOM: '7',
      PUBLIC_POINTS_PER_PAGE: '250',
      PUBLIC_TILES_SUBDOMAINS: 'xy',
      PUBLIC_TILES_MAXIMUM_ZOOM: '17',
    });
    expect(settings.start).toEqual({ latitude: 52.5, longitude: -0.25, zoom: 7 });
    expect(settings.pointsPerPage).toBe(250);
    expect(settings.tiles).toEqual({
      url: TILES.PUBLIC_TILES_URL,
      attribution: '© Example',
      subdomains: 'xy',
      maximumZoom: 17,
    });
  });

  it('they can’t be changed afterwards', () => {
    const settings = parsePublicSettings({
      ...TILES,
      PUBLIC_START_LATITUDE: '1',
      PUBLIC_START_LONGITUDE: '2',
    });
    expect(Object.isFrozen(settings)).toBe(true);
    expect(Object.isFrozen(settings.start)).toBe(true);
    expect(Object.isFrozen(settings.tiles)).toBe(true);
  });

  it('an empty value counts as unset', () => {
    expect(
      parsePublicSettings({
        PUBLIC_START_ZOOM: '',
        PUBLIC_TILES_URL: ' ',
        PUBLIC_POINTS_PER_PAGE: undefined,
      }),
    ).toEqual(parsePublicSettings({}));
  });

  it('one error names every invalid setting', () => {
    const problems = findProblems({
      PUBLIC_START_LATITUDE: '91',
      PUBLIC_START_LONGITUDE: 'east',
      PUBLIC_START_ZOOM: '4.5',
      PUBLIC_POINTS_PER_PAGE: '0',
      PUBLIC_TILES_URL: 'https://tiles.example/map.png',
      PUBLIC_TILES_MAXIMUM_ZOOM: '99',
    });
    for (const key of [
      'PUBLIC_START_LATITUDE',
      'PUBLIC_START_LONGITUDE',
      'PUBLIC_START_ZOOM',
      'PUBLIC_POINTS_PER_PAGE',
      'PUBLIC_TILES_URL',
      'PUBLIC_TILES_ATTRIBUTION',
      'PUBLIC_TILES_MAXIMUM_ZOOM',
    ]) {
      expect(problems.filter((problem) => problem.startsWith(`${key} `))).toHaveLength(1);
    }
    expect(problems).toHaveLength(7);
  });

  it.each([
    ['a zoom without a place', { PUBLIC_START_ZOOM: '7' }, 'PUBLIC_START_ZOOM'],
    ['a latitude without a longitude', { PUBLIC_START_LATITUDE: '52' }, 'PUBLIC_START_LONGITUDE'],
    ['tiles over plain http', { ...TILES, PUBLIC_TILES_URL: 'http://t.example/{z}/{x}/{y}' }, 'https://'],
    ['a script for tiles', { ...TILES, PUBLIC_TILES_URL: 'javascript:{z}{x}{y}' }, 'https://'],
    ['tiles nobody is named for', { PUBLIC_TILES_URL: TILES.PUBLIC_TILES_URL }, 'PUBLIC_TILES_ATTRIBUTION'],
    ['an attribution without tiles', { PUBLIC_TILES_ATTRIBUTION: '© Example' }, 'PUBLIC_TILES_URL'],
    [
      'subdomains that have no place',
      { ...TILES, PUBLIC_TILES_URL: 'https://t.example/{z}/{x}/{y}', PUBLIC_TILES_SUBDOMAINS: 'ab' },
      '{s}',
    ],
  ])('%s is refused', (_, environment, problem) => {
    const problems = findProblems(environment);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('tiles from this machine may use plain http', () => {
    expect(findProblems({ ...TILES, PUBLIC_TILES_URL: 'http://localhost:8080/{z}/{x}/{y}.png' })).toEqual([]);
  });

  it('a misspelt key is reported with the probable intended one', () => {
    expect(findProblems({ PUBLIC_TILE_URL: 'https://x' })).toEqual([
      'PUBLIC_TILE_URL is not a setting. Did you mean PUBLIC_TILES_URL?',
    ]);
    expect(findProblems({ PUBLIC_SOMETHING_ELSE_ENTIRELY: '1' })).toEqual([
      'PUBLIC_SOMETHING_ELSE_ENTIRELY is not a setting. Remove it.',
    ]);
  });

  it('they know the keys that the build reads, and ignore keys without the prefix', () => {
    expect(
      findProblems({ PUBLIC_IMAGE_HOSTS: 'http://localhost:1', PUBLIC_CONNECT_HOSTS: '', HOME: '/root' }),
    ).toEqual([]);
  });
});
