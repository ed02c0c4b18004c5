import type { RowTexts } from './fields.ts';
import { tidy } from './tidy.ts';

/** A product of an order. */
export interface OrderLine {
  /** At least 1. */
  quantity: number;
  product: string;
  /** Empty: not known. */
  sku: string;
}

/** An item of a cell. `quantity` is null if the text doesn't say it. */
interface Item {
  product: string;
  quantity: number | null;
  sku: string;
}

const MAX_PRODUCTS = 100;
const MAX_LENGTH = 200;

/** "2 × Mug", "2x Mug"; not "30 x 20 x 8 cm". */
const BEFORE = /^(\d{1,4})\s*(?:[×*]\s*|x\s+)(?=[\p{L}"'„“«(])/iu;
/** "Mug × 2", "Mug x2", "Mug (x 2)"; not "Tablecloth 100 x 200". */
const AFTER = /\s*\(\s*[×x*]\s*(\d{1,4})\s*\)$|\s+[×x](\d{1,3})$|(?<=[^\d\s])\s+[×x]\s(\d{1,3})$/iu;
/** "name:Mug|product_id:7|sku:F-1|quantity:2", as exports of WooCommerce write an item. */
const NAMED = /(?:^|\|)\s*name:/;

function readItem(text: string): Item {
  const [begin = '', before] = BEFORE.exec(text) ?? [];
  if (before !== undefined) return { product: text.slice(begin.length), quantity: Number(before), sku: '' };
  const [end = '', ...amounts] = AFTER.exec(text) ?? [];
  const amount = amounts.find((each) => each !== undefined);
  return amount === undefined
    ? { product: text, quantity: null, sku: '' }
    : { product: text.slice(0, -end.length), quantity: Number(amount), sku: '' };
}

function readNamedItem(text: string): Item {
  const values = new Map(
    text.split('|').map((part) => {
      const at = part.indexOf(':');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
    }),
  );
  const quantity = readQuantity(values.get('quantity') ?? '');
  return { product: values.get('name') ?? '', quantity, sku: values.get('sku') ?? '' };
}

const isCounted = (text: string) => BEFORE.test(text) || AFTER.test(text);

/** Splits a cell into its items: by lines, or where each part has its quantity ("2x Mug, 1x Skirt, black"). */
function splitItems(cell: string): string[] {
  // Most cells have one product: this quick test spares the others.
  if (!/[\r\n,;|]/.test(cell)) return splitAt(cell, /\n/);
  const lines = splitAt(cell, /\r\n|\r|\n/);
  if (lines.length > 1) return lines;
  const begun = splitAt(cell, /[,;|]\s*(?=\d{1,4}\s*(?:[×*]\s*|x\s+)\p{L})/iu);
  if (begun.length > 1 && begun.every((part) => BEFORE.test(part))) return begun;
  const parts = splitAt(cell, /[,;|]/);
  return parts.length > 1 && parts.every(isCounted) ? parts : lines;
}

const splitAt = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map(tidy)
    .filter((part) => part !== '');

/** Splits a cell that belongs to several products, if it has one part for each. */
function splitBeside(cell: string, count: number): string[] {
  if (count === 1) return [tidy(cell)];
  const parts = cell.split(/\r\n|[\r\n,;|]/).map(tidy);
  return parts.length === count ? parts : Array.from({ length: count }, () => '');
}

/** "2", "2.00", "2 pcs", "x2"; null: no quantity. */
export function readQuantity(text: string): number | null {
  const digits = /^(?:[x×]\s?)?(\d{1,4})(?:[.,]0+)?(?:\s?[x×]|\s?\p{L}{2,6}\.?)?$/iu.exec(text)?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** Whether a cell lists products with their quantities. */
export const isProductList = (cell: string): boolean =>
  (NAMED.test(cell) && /\|\s*quantity:\s*\d/.test(cell)) ||
  (/^\s*\d/.test(cell) && /\p{L}{2}/u.test(cell) && splitItems(cell).every((item) => BEFORE.test(item)));

/** Reads the products in the cells of a row. Empty: it names none. */
export function readProducts({ product = '', quantity = '', sku = '' }: RowTexts): OrderLine[] {
  const named = NAMED.test(product) ? splitAt(product, /[;\n]|\|\|/).map(readNamedItem) : [];
  const amount = readQuantity(tidy(quantity));
  const cells = splitItems(product);
  // With a quantity of its own, "2 x 100 ml tea" is one product.
  const isOne = cells.length <= 1 && amount !== null;
  const read = isOne
    ? cells.map((text) => ({ product: text, quantity: amount, sku: '' }))
    : cells.map(readItem);
  const items: Item[] = named.length > 0 ? named : read;
  if (items.length === 0) items.push({ product: '', quantity: amount, sku: '' });
  const [skus, amounts] = [splitBeside(sku, items.length), splitBeside(quantity, items.length)];
  return items.slice(0, MAX_PRODUCTS).flatMap((item, at) => {
    const ownSku = (item.sku || skus[at]!).slice(0, MAX_LENGTH);
    const name = item.product.slice(0, MAX_LENGTH) || ownSku;
    if (name === '') return [];
    return [{ quantity: item.quantity ?? readQuantity(amounts[at]!) ?? 1, product: name, sku: ownSku }];
  });
}
