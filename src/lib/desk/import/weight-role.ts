import { foldName } from '#network/snapshot-format/fold.ts';
import { UNIT_NAMES } from './unit-names.ts';

/**
 * A column's weights are of a `piece` of a product, of all pieces of a `line` of the order, or of the whole `order`; or `unsure`,
 * as in "Total item weight".
 */
export type WeightRole = 'piece' | 'line' | 'order' | 'unsure';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(', '));
// Folded words.
const WEIGHTS = setOf('weight, weights, gewicht, poids, peso, waga, masa, vaha, hmotnost, вага, маса');
const PIECES = setOf(
  'item, items, lineitem, unit, piece, product, article, variant, each, einzel, stuck, stk, stueck, artikel, produkt, unitaire, unite, produit, unitario, unidad, articulo, producto, pieza, articolo, prodotto, pezzo, unita, stuk, jednostkowa, sztuki, sztuka, sztuke, szt, produktu, towaru, artykulu, wariantu, unidade, artigo, produto, peca, kusu, kus, ks, zbozi, jednotkova, одиниці, товару, штуки, шт',
);
const LINES = setOf(
  'line, row, position, positions, zeile, ligne, linea, riga, regel, pozycji, linha, polozky, radku, рядка, позиції',
);
const ORDERS = setOf(
  'total, order, orders, parcel, package, shipment, cart, gross, gesamt, totale, totaal, razem, celkem, celkova, calkowita, laczna, загальна',
);
/** Words that only link the others. */
const LINKS = setOf('per, of, the, in, je, pro, par, du, de, del, di, do, za, por, na, a');
/** "Stückgewicht" */
const COMPOUND =
  /^(stuck|stueck|einzel|artikel|produkt|position|positions|zeilen|stuk|product|item)(gewicht|weight)$/;

/** Reads from a column's name what its weights are of: "Item weight", "Waga jednostkowa". null: it doesn't say. */
export function readWeightRole(name: string): WeightRole | null {
  const isGrams = / grams?$/.test(` ${foldName(name)}`);
  // "orderItemWeight"
  const words = foldName(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(' ')
    .flatMap((word) => COMPOUND.exec(word)?.slice(1) ?? [word])
    .filter((word) => !/^\d+$/.test(word) && !UNIT_NAMES.includes(word));
  const others = words.filter((word) => !WEIGHTS.has(word) && !LINKS.has(word));
  if (others.length === words.length && !isGrams) return null;
  const are = (...kinds: ReadonlySet<string>[]) =>
    others.length > 0 && others.every((word) => kinds.some((kind) => kind.has(word)));
  if (are(ORDERS)) return 'order';
  if (!are(ORDERS, PIECES, LINES)) return null;
  if (others.some((word) => ORDERS.has(word) && !/^orders?$/.test(word))) return 'unsure';
  return others.some((word) => LINES.has(word)) ? 'line' : 'piece';
}
