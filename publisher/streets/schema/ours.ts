import languages from '#languages/languages.json' with { type: 'json' };
import type { TileProperties } from '#network/vector-tile/read-vector-tile.ts';

/** Layers of the published tiles, in drawing order. */
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

export type StreetLayer = (typeof LAYERS)[number];

/** A feature of an archive translated for the published tile: its layer and properties there. */
export interface Translated {
  layer: StreetLayer;
  properties: TileProperties;
}

/** Schema of an archive: the layers that we read, and the translation of their features. */
export interface Schema {
  title: string;
  layers: ReadonlySet<string>;
  /** Translates a feature. A road may become two features: its line and its name. */
  translate(layer: string, properties: TileProperties, type: number): Translated[];
  /** For searches, at the highest zoom. */
  search: {
    /** Layers whose road names and places, as translated, can be searched. */
    named: ReadonlySet<string>;
    /** Layers with landmarks. */
    landmarks: ReadonlySet<string>;
    /** Between `name` and a language: see `readNames`. */
    separator: string;
  };
}

/** Languages of the picker; names in others are left out. */
const LANGUAGES: readonly string[] = [...languages.complete, ...languages.partial];
/** Longest text, in UTF-16 code units. The longest street names have about 70 letters; longer texts would fit nowhere. */
const LONGEST = 100;
/** Matches control, unassigned, private-use and other invisible characters, and bidi controls; not joiners: Persian needs them. */
const INVISIBLE =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Returns a property's text; empty if it isn't a string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Normalises a text for drawing; empty if it isn't a string or is too long. */
export function readDrawnText(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST * 4) return '';
  const text = value.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();
  return text.length <= LONGEST ? text : '';
}

/** Makes a feature; none if it has no properties. */
export const makeFeature = (layer: StreetLayer, properties: TileProperties | null): Translated[] =>
  properties === null ? [] : [{ layer, properties }];

/** Makes a feature whose only property is its kind; none if that isn't drawn. */
export const makeKind = (layer: StreetLayer, kind: string | undefined): Translated[] =>
  makeFeature(layer, kind === undefined ? null : { kind });

/** Makes the line of a road. */
export function makeRoad(kind: string, { tunnel, bridge }: TileProperties, isLink: boolean): Translated {
  const flags: TileProperties = { kind };
  if (isLink) flags['link'] = true;
  if (tunnel === true) flags['tunnel'] = true;
  if (bridge === true) flags['bridge'] = true;
  return { layer: 'roads', properties: flags };
}

/** Makes the label of a road: its name, and the number of a motorway or trunk road. @returns none if it has neither */
export function makeRoadName(
  kind: string,
  properties: TileProperties,
  names: TileProperties | null,
): Translated[] {
  const ref = kind === 'motorway' || kind === 'trunk' ? readDrawnText(properties['ref']) : '';
  if (names === null && ref === '') return [];
  return makeFeature('road_names', { kind, ...names, ...(ref === '' ? {} : { ref }) });
}

/** Makes a house number; none if there is no number or it has more than 12 characters. */
export function makeHouseNumber(value: unknown): Translated[] {
  const number = readDrawnText(value);
  return makeFeature('house_numbers', number === '' || number.length > 12 ? null : { number });
}

/** Makes a station; none if its kind isn't drawn or it has no name. */
export function makeStation(kind: string | undefined, properties: TileProperties): Translated[] {
  const name = readDrawnText(properties['name']);
  return makeFeature('stations', kind === undefined || name === '' ? null : { kind, name });
}

/**
 * Reads a feature's name, and its names in the picker's languages that differ from it.
 * @param separator between `name` and a language: `_` in Shortbread, `:` in Protomaps
 * @returns null if it has no name
 */
export function readNames(properties: TileProperties, separator: string): TileProperties | null {
  const name = readDrawnText(properties['name']);
  if (name === '') return null;
  const names: TileProperties = { name };
  for (const language of LANGUAGES) {
    const own = readDrawnText(properties[`name${separator}${language}`]);
    if (own !== '' && own !== name) names[`name_${language}`] = own;
  }
  return names;
}
