import * as z from 'zod/mini';
import { formatCount } from '../../i18n/format.ts';
import { perLanguage } from '#languages/per-language.ts';
import { language } from '../../i18n/messages.ts';
import { LOCKER_SIZES } from '../locker-size.ts';
import type { Mark } from '../marks/mark.ts';
import type { DeskParcel } from '../parcel.ts';

/** A product in a parcel. */
export interface ContentLine {
  quantity: number;
  product: string;
}

/** An import stores the products of an order with the parcel, under `contents`. */
const importedSchema = z.array(
  z.looseObject({
    product: z.string(),
    sku: z.catch(z.string(), ''),
    quantity: z.catch(z.number().check(z.int(), z.gte(1)), 1),
  }),
);

/** `2 × Mug`, `2x Mug`, `2 Mug`. */
const LINE = /^(\d{1,4})\s*(?:[×x*]\s*|\s)(?=\S)/iu;

function parseLine(line: string): ContentLine[] {
  const text = line.trim();
  if (text === '') return [];
  const [begin = '', quantity = '1'] = LINE.exec(text) ?? [];
  return [{ quantity: Math.max(1, Number(quantity)), product: text.slice(begin.length) }];
}

/** Reads what is in a parcel: as typed here, or else as imported. Empty: not known. */
export function readContents(parcel: DeskParcel, mark: Mark): ContentLine[] {
  const typed = mark.contents.split('\n').flatMap(parseLine);
  if (typed.length > 0) return typed;
  const imported = importedSchema.safeParse(parcel['contents']).data ?? [];
  return imported.map(({ product, quantity, sku }) => ({
    product: sku === '' || product.includes(sku) ? product : `${product} (${sku})`,
    quantity,
  }));
}

/** `2 × Mug` */
export const formatContent = ({ quantity, product }: ContentLine) => `${formatCount(quantity)} × ${product}`;

const amountsIn = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 3 }));
/** `1.25` */
export const formatAmount = (amount: number): string => amountsIn(language).format(amount);

/** A piece of a shipment. From a restored file, any field may be missing. */
type Piece = Partial<DeskParcel['shipment']['parcels'][number]>;

/** `A`, or `30 × 20 × 10 cm`; empty: not known. */
export function formatSize({ dimensions }: Piece): string {
  const { length, width, height, unit } = dimensions ?? {};
  const sides = [length, width, height].filter((side) => typeof side === 'number');
  if (sides.length < 3) return '';
  const size = Object.entries(LOCKER_SIZES).find(
    ([, each]) => each.length === length && each.width === width && each.height === height,
  );
  return size?.[0] ?? `${sides.map(formatAmount).join(' × ')} ${String(unit ?? '').toLowerCase()}`.trim();
}

/** `1.2 kg`; empty: not known. */
export function formatWeight({ weight }: Piece): string {
  if (typeof weight?.amount !== 'number') return '';
  return `${formatAmount(weight.amount)} ${String(weight.unit ?? '').toLowerCase()}`.trim();
}
