import { foldName } from '#network/snapshot-format/fold.ts';
import { readMeasure } from '../measure.ts';
import { rememberTexts } from './remember-texts.ts';

/** Words for cash on delivery, in the languages of this page. */
const WORDS =
  'cod, cash on delivery, pay on delivery, payment on delivery, collect on delivery, pobranie, pobraniem, pobraniowa, pobraniowy, przy odbiorze, nachnahme, per nachnahme, nachnahmegebuhr, dobirka, dobirkou, na dobirku, platba pri prevzeti, contrassegno, alla consegna, contra reembolso, contrareembolso, contra entrega, a la entrega, contre remboursement, a la livraison, rembours, onder rembours, remboursement, a cobranca, cobranca, no ato da entrega, pri doruceni, utanvet, ramburs, післяплата, післяплатою, накладений платіж, накладеним платежем, оплата при отриманні, при отриманні, wysylka za pobraniem, cashondelivery, cash upon delivery, payment on receipt, bar bei lieferung, barzahlung bei lieferung, zahlung bei lieferung, pago al recibir, betalen bij aflevering, betaling bij aflevering, betalen bij levering, betaling bij levering, pagamento na entrega, pagar na entrega, contrarreembolso, hotove pri prevzeti, hotovost pri prevzeti, platba pri dodani, platnosc u kuriera, gotowka u kuriera, platnosc przy dostawie, zaplata przy dostawie, platnosc przy doreczeniu, оплата при доставці';
const CASH = WORDS.split(', ').map((word) => ` ${foldName(word)} `);
/** Texts of a column about cash on delivery that mean none. */
const NONE = new Set(
  '0, no, none, false, n, nie, nein, non, nee, nao, ne, ні, brak, keine, ohne, paid, oplacone, bezahlt, paye, pagado, pagato, betaald, zaplaceno'
    .split(', ')
    .map(foldName),
);
/** Names of columns whose texts are anybody's: products, notes of staff. */
const FREE_TEXTS =
  /\b(?:item|items|lineitem|product|products|produkt|produkty|artikel|article|producto|prodotto|sku|name|title|tytul|nazwa|description|opis|company|firma|street|address|adres|email)\b/;
/** "Shipping company", "Delivery address". */
const OF_ADDRESS = /\b(?:street|address|adres|adresse|company|firma|email|first name|last name)\b/;
const MAX_LENGTH = 80;

/** Whether a cell of any column says that the recipient pays when the parcel arrives. */
export const saysCash = rememberTexts((cell) => {
  if (cell.length < 3 || cell.length > MAX_LENGTH) return false;
  const folded = ` ${foldName(cell)} `;
  return CASH.some((word) => folded.includes(word));
});

/** Whether a text is only a word for cash on delivery. */
export const isCashWord = (text: string): boolean => CASH.includes(` ${foldName(text)} `);

/** Whether a cell says no, in the languages of this page. */
export const isNone = (text: string): boolean => NONE.has(foldName(text));

/** Whether a cell of a column about cash on delivery has an amount, or says yes. */
export function isCash(cell: string): boolean {
  const text = cell.trim();
  if (text === '' || isNone(text)) return false;
  // "129,99 zł", "EUR 20.00"
  const amount = readMeasure(text.replace(/^\p{L}+\s*|\s*[€$£]\s*/gu, ''))?.amount;
  return amount === undefined ? /[\p{L}\p{N}]/u.test(text) : amount > 0;
}

/** Names of columns that are about payment or delivery, whatever else they say: "Payment Method Title". */
const OF_METHODS =
  /pay|plat|zahl|paiement|pago|pagamento|betaal|betal|оплат|deliver|shipping|shipment|carrier|dostaw|wysyl|versand|liefer|livraison|envio|spedizion|consegna|verzend|bezorg|doprav|dorucen|достав/;

/** Whether a column's name is about payment or delivery. */
export const isMethodColumn = (name: string): boolean => OF_METHODS.test(foldName(name));

/** Whether the texts of a column with this name may be read for such words. */
export const mayNameCash = (name: string): boolean => {
  const folded = foldName(name);
  return !FREE_TEXTS.test(folded) || (OF_METHODS.test(folded) && !OF_ADDRESS.test(folded));
};
