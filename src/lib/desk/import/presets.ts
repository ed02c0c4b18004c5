import * as z from 'zod/mini';
import { foldName } from '#network/snapshot-format/fold.ts';
import type { Desk } from '../desk.svelte.ts';
import { LOCKER_SIZES, type LockerSize } from '../locker-size.ts';
import { readWeight } from '../measure.ts';
import type { OrderLine } from './read-products.ts';

const MAX_WORDS = 80;
const SIZES = Object.keys(LOCKER_SIZES) as LockerSize[];

/** Size and weight of a product. */
const presetSchema = z.object({
  /** Its SKU, or words of its name. */
  product: z.string().check(z.minLength(1), z.maxLength(MAX_WORDS)),
  /** null: the import's default. */
  size: z.catch(z.nullable(z.enum(SIZES)), null),
  /** Of one piece, as typed; empty: the import's default. */
  weight: z.catch(z.string().check(z.maxLength(20)), ''),
});
export type Preset = z.infer<typeof presetSchema>;

/**
 * Each preset is a setting of its own, so that two tabs, or a desk and a file that is restored into it, lose none of
 * each other's.
 */
const KEY = 'preset ';
const keyOf = ({ product }: Pick<Preset, 'product'>) => KEY + (foldName(product) || product.trim());

/** Reads the presets, sorted by product. One that can't be read is left out. @throws DeskError */
export async function readPresets({ store }: Pick<Desk, 'store'>): Promise<Preset[]> {
  const keys = (await store.readKeys('settings')).filter((key) => key.startsWith(KEY));
  const presets = await Promise.all(keys.map((key) => store.read('settings', key, presetSchema)));
  return presets.filter((preset) => preset !== null);
}

/** Saves a preset, and replaces the one of the same product. @throws DeskError */
export async function savePreset(desk: Desk, { product, size, weight }: Preset): Promise<void> {
  const saved = { product: product.trim().slice(0, MAX_WORDS), size, weight: weight.trim() };
  if (saved.product !== '') await desk.saveSetting(keyOf(saved), saved);
}

/** @throws DeskError */
export const removePreset = (desk: Desk, preset: Pick<Preset, 'product'>): Promise<void> =>
  desk.saveSetting(keyOf(preset), null);

/** Folded once: each of five thousand rows is compared with each preset. */
const WORDS = new WeakMap<Preset, string>();
function wordsOf(preset: Preset): string {
  const words = WORDS.get(preset) ?? foldName(preset.product);
  WORDS.set(preset, words);
  return words;
}

/** Finds the preset of a product: by its SKU, else by the most words of its name. @returns null if there is none */
export function findPreset({ sku, product }: OrderLine, presets: readonly Preset[]): Preset | null {
  const code = foldName(sku);
  const own = code === '' ? undefined : presets.find((preset) => wordsOf(preset) === code);
  if (own !== undefined) return own;
  const name = ` ${foldName(product)} `;
  const [longest = null] = presets
    .filter((preset) => wordsOf(preset) !== '' && name.includes(` ${wordsOf(preset)} `))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length);
  return longest;
}

/** Size and weight of a parcel by its products. */
export interface PresetParcel {
  /** The largest one of its products; null: not known. */
  size: LockerSize | null;
  /** Kilograms of all pieces, as typed; empty: not known. */
  weight: string;
  pieces: number;
}

/** @returns null if a product has no preset, so that nothing is known of the parcel */
export function combinePresets(lines: readonly OrderLine[], presets: readonly Preset[]): PresetParcel | null {
  if (presets.length === 0 || lines.length === 0) return null;
  let parcel: PresetParcel & { kilograms: number | null } = {
    size: 'A',
    weight: '',
    pieces: 0,
    kilograms: 0,
  };
  for (const line of lines) {
    const preset = findPreset(line, presets);
    if (preset === null) return null;
    const own = readWeight(preset.weight);
    const { size, kilograms, pieces } = parcel;
    parcel = {
      size: size === null || preset.size === null ? null : preset.size > size ? preset.size : size,
      weight: '',
      kilograms: kilograms === null || own === null ? null : kilograms + own * line.quantity,
      pieces: pieces + line.quantity,
    };
  }
  const { kilograms, ...rest } = parcel;
  return { ...rest, weight: kilograms === null ? '' : String(Math.round(kilograms * 1000) / 1000) };
}
