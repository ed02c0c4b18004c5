import { STREETS_FROM_ZOOM } from '../locator-map.ts';
import type { StreetColour } from './street-look.ts';

export interface RoadStyle {
  fill: StreetColour;
  /** The line on both sides; null for none. */
  edge: StreetColour | null;
  /** In CSS pixels, at the zooms from STREETS_FROM_ZOOM to 19; 0 if not drawn. */
  widths: readonly number[];
  /** Lengths of dashes and gaps, as multiples of the width. */
  dashes: readonly number[];
}

const road = (fill: StreetColour, edge: StreetColour | null, ...widths: number[]): RoadStyle => ({
  fill,
  edge,
  widths,
  dashes: [],
});

/** Kinds of roads in the order of drawing, the least important first. */
export const ROADS: Readonly<Record<string, RoadStyle>> = {
  ferry: { ...road('label-water', null, 0.8, 0.8, 1, 1, 1.2, 1.2, 1.5, 1.5), dashes: [4, 4] },
  path: { ...road('path', null, 0, 0, 0, 0.8, 1.1, 1.5, 2, 2.6), dashes: [2.4, 1.6] },
  pedestrian: road('square', 'road-edge', 0, 0, 0.8, 2, 4, 7, 12, 20),
  service: road('road', 'road-edge', 0, 0, 0.6, 1.4, 3, 5.5, 9, 15),
  minor: road('road', 'road-edge', 0, 0.8, 1.6, 3.4, 6.5, 10.5, 16, 25),
  tertiary: road('road', 'road-edge', 1, 1.8, 2.8, 4.6, 7.8, 12, 18, 28),
  secondary: road('road', 'road-edge', 1.5, 2.4, 3.6, 5.4, 8.6, 13, 20, 30),
  primary: road('main', 'main-edge', 2.1, 2.9, 4.2, 6, 9.4, 14, 21, 32),
  trunk: road('main', 'main-edge', 2.3, 3.1, 4.5, 6.4, 10, 15, 22, 34),
  motorway: road('motorway', 'motorway-edge', 2.8, 3.5, 5, 7, 11, 16, 24, 36),
  tram: road('rail', null, 0, 0, 0.7, 0.9, 1.1, 1.4, 1.8, 2.2),
  rail: road('rail', null, 0.8, 0.9, 1.1, 1.4, 2, 2.6, 3.4, 4.4),
};

/** Width of slip roads relative to their road's. */
export const LINK_SHARE = 0.65;

export const widthAt = ({ widths }: RoadStyle, zoom: number): number =>
  widths[Math.max(0, Math.min(Math.round(zoom) - STREETS_FROM_ZOOM, widths.length - 1))]!;
