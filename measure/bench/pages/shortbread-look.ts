/** Colours and widths of this product's light map, for peers that draw the same archive. */
export const COLOURS = {
  land: '#f7f5f0',
  water: '#bcd9e8',
  wood: '#d9e7cf',
  green: '#e2edd8',
  residential: '#efebe3',
  building: '#e3dcd1',
  edge: '#d6cfc3',
  road: '#ffffff',
  main: '#fdf1cf',
  motorway: '#f9dfab',
  rail: '#b3aeac',
  path: '#c3b5a1',
  label: '#565c60',
  halo: '#ffffff',
};

export const WOODS = ['forest', 'wood'];
export const GREENS = ['park', 'garden', 'grass', 'meadow', 'grassland', 'scrub', 'heath', 'cemetery'];
export const HOMES = ['residential', 'commercial', 'retail'];

/** Kinds of roads, least important first, with their colour and their width in pixels at zooms 12 to 19. */
export const ROADS: readonly { kinds: readonly string[]; colour: string; widths: readonly number[] }[] = [
  {
    kinds: ['footway', 'path', 'steps', 'cycleway', 'track'],
    colour: COLOURS.path,
    widths: [0, 0, 0, 0.8, 1.1, 1.5, 2, 2.6],
  },
  { kinds: ['service'], colour: COLOURS.road, widths: [0, 0, 0.6, 1.4, 3, 5.5, 9, 15] },
  {
    kinds: ['unclassified', 'residential', 'living_street', 'pedestrian'],
    colour: COLOURS.road,
    widths: [0, 0.8, 1.6, 3.4, 6.5, 10.5, 16, 25],
  },
  { kinds: ['tertiary'], colour: COLOURS.road, widths: [1, 1.8, 2.8, 4.6, 7.8, 12, 18, 28] },
  { kinds: ['secondary'], colour: COLOURS.road, widths: [1.5, 2.4, 3.6, 5.4, 8.6, 13, 20, 30] },
  { kinds: ['primary', 'trunk'], colour: COLOURS.main, widths: [2.1, 2.9, 4.2, 6, 9.4, 14, 21, 32] },
  { kinds: ['motorway'], colour: COLOURS.motorway, widths: [2.8, 3.5, 5, 7, 11, 16, 24, 36] },
];
/** The zoom of the first of a road's widths. */
export const FIRST_ZOOM = 12;
