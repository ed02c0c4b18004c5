import languages from '../../src/lib/i18n/languages.json' with { type: 'json' };
import type { TileProperties } from '../../src/lib/vector-tile/read-vector-tile.ts';

/** The layers of a tile as phones get it, in the order they are drawn. */
export const LAYERS = [
  'ground',
  'water',
  'waterways',
  'buildings',
  'squares',
  'roads',
  'boundaries',
  'road_names',
  'water_names',
  'house_numbers',
  'stations',
  'places',
] as const;

export type LayerName = (typeof LAYERS)[number];

/** What a feature of an archive becomes. */
export interface Translated {
  layer: LayerName;
  properties: TileProperties;
}

/** The archive's schema: which of its layers are read, and what becomes of a feature. */
export interface Schema {
  title: string;
  layers: ReadonlySet<string>;
  /** A road may become two things: what is drawn, and its name. */
  translate(layer: string, properties: TileProperties, type: number): Translated[];
}

/** Languages that the picker speaks; names in others are left out. */
export const LANGUAGES: readonly string[] = [...languages.complete, ...languages.partial];
