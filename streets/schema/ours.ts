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
const LANGUAGES: readonly string[] = [...languages.complete, ...languages.partial];
/** The longest name of a street that there is has some seventy letters; what is longer would be drawn nowhere. */
const LONGEST = 100;
/** Controls, what turns or breaks the text around it, and what is no character of any script; joiners stay, which Persian is written with. */
const INVISIBLE =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** A text as it can be drawn; empty for what is none. */
export function readText(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST * 4) return '';
  const text = value.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();
  return text.length <= LONGEST ? text : '';
}

/** A road as it is drawn, in either schema. */
export function makeRoad(kind: string, { tunnel, bridge }: TileProperties, isLink: boolean): Translated {
  const flags: TileProperties = { kind };
  if (isLink) flags['link'] = true;
  if (tunnel === true) flags['tunnel'] = true;
  if (bridge === true) flags['bridge'] = true;
  return { layer: 'roads', properties: flags };
}

/** A road's name, and the number of a large one. @returns none where it has neither */
export function makeRoadName(
  kind: string,
  properties: TileProperties,
  names: TileProperties | null,
): Translated[] {
  const ref = kind === 'motorway' || kind === 'trunk' ? readText(properties['ref']) : '';
  if (names === null && ref === '') return [];
  return [{ layer: 'road_names', properties: { kind, ...names, ...(ref === '' ? {} : { ref }) } }];
}

/** The number of a house; what is longer is none. */
export function makeHouseNumber(value: unknown): Translated[] {
  const number = readText(value);
  return number === '' || number.length > 12 ? [] : [{ layer: 'house_numbers', properties: { number } }];
}

/**
 * A feature's name, and its names in the picker's languages where they are others.
 * @param separator between `name` and a language: `_` in Shortbread, `:` in Protomaps
 * @returns null when it has none
 */
export function readNames(properties: TileProperties, separator: string): TileProperties | null {
  const name = readText(properties['name']);
  if (name === '') return null;
  const names: TileProperties = { name };
  for (const language of LANGUAGES) {
    const own = readText(properties[`name${separator}${language}`]);
    if (own !== '' && own !== name) names[`name_${language}`] = own;
  }
  return names;
}
