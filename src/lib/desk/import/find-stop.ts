import { foldName } from '#network/snapshot-format/fold.ts';
import { isMethodColumn, isNone, mayNameCash } from './cash-cells.ts';
import { rememberTexts } from './remember-texts.ts';
import { listMethodColumns, rememberByColumns, type MatchedColumns } from './unused-columns.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(', ').map(foldName));

/** States of an order that isn't sent any more, in the languages of this page. */
const STOPPED = setOf(
  'failed, payment failed, cancelled, canceled, cancelled by customer, refunded, voided, returned, trash, anulowane, anulowano, anulowany, anulowana, zwrócone, zwrot, storniert, abgebrochen, annulliert, erstattet, annulé, annulée, remboursé, remboursée, cancelado, cancelada, anulado, anulada, reembolsado, annullato, annullata, rimborsato, geannuleerd, terugbetaald, stornováno, stornovaná, stornována, zrušeno, zrušená, zrušena, vráceno, скасовано, скасоване, повернено',
);
/** States of an order that was sent without the desk. */
const SENT = setOf(
  'fulfilled, shipped, dispatched, delivered, completed and shipped, wysłane, wysłano, wysłany, wysłana, doręczone, dostarczone, versendet, versandt, verschickt, zugestellt, geliefert, expédié, expédiée, livré, livrée, enviado, enviada, entregado, entregada, entregue, spedito, spedita, consegnato, consegnata, verzonden, geleverd, bezorgd, odesláno, odeslána, odeslaná, doručeno, doručena, відправлено, доставлено',
);
/** Ways of handing over an order in the shop itself. */
const COLLECTED =
  'local pickup, store pickup, in store pickup, pickup in store, pick up in store, collect in store, click and collect, click collect, collection in person, personal collection, personal pickup, odbiór osobisty, osobisty odbiór, odbiór własny, odbiór w sklepie, odbiór w salonie, selbstabholung, selbstabholer, selbst abholung, abholung im laden, abholung im geschäft, abholung vor ort, filialabholung, retrait en magasin, retrait sur place, retrait en boutique, recogida en tienda, recoger en tienda, ritiro in negozio, ritiro in sede, ritiro a mano, afhalen in de winkel, afhalen in winkel, ophalen in de winkel, zelf afhalen, levantamento em loja, levantar na loja, osobní odběr, osobní vyzvednutí, vyzvednutí na prodejně, самовивіз'
    .split(', ')
    .map((words) => ` ${foldName(words)} `);
const STATUS = /stat[ueo]?s?\b|statut|\betat\b|\bstan\b|\bstav\b|situac|fulfil|статус|стан/;
const CANCELLED = /\b(?:cancel|anul|annul|storn|geannul|zrus)|скасов/;
const MAX_LENGTH = 80;

const listColumns = rememberByColumns((header, columns) => {
  const unused = listMethodColumns(header, columns).map((column) => ({
    ...column,
    folded: foldName(column.name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')),
  }));
  const list = (isSo: (column: (typeof unused)[number]) => boolean) =>
    unused.filter(isSo).map(({ at }) => at);
  return {
    statuses: list(({ folded }) => STATUS.test(folded)),
    cancelled: list(({ folded }) => CANCELLED.test(folded)),
    methods: list(({ name }) => isMethodColumn(name) && mayNameCash(name)),
  };
});

/** Whether a cell says that the buyer collects the order in the shop. */
export const isCollected = rememberTexts((cell) => {
  if (cell.length > MAX_LENGTH) return false;
  const folded = ` ${foldName(cell)} `;
  return COLLECTED.some((words) => folded.includes(words));
});

/** "wc-cancelled", as WooCommerce stores it; "Anulowane – brak wpłaty". */
const isStopped = rememberTexts((cell) => {
  const words = foldName(cell).replace(/^wc /, '').split(' ');
  return words.some((_, at) => {
    const state = words.slice(0, at + 1).join(' ');
    return STOPPED.has(state) || SENT.has(state);
  });
});

/**
 * Finds the cell of a row that says that its order isn't to be sent: it was cancelled or sent, or the buyer
 * collects it in the shop.
 * @returns its text; empty: none says so
 */
export function findStop(
  header: readonly string[],
  columns: MatchedColumns,
  cells: readonly string[],
): string {
  const { statuses, cancelled, methods } = listColumns(header, columns);
  const textOf = (at: number) => cells[at]?.trim() ?? '';
  const at =
    statuses.find((each) => isStopped(textOf(each))) ??
    cancelled.find((each) => textOf(each) !== '' && !isNone(textOf(each))) ??
    methods.find((each) => isCollected(textOf(each)));
  return at === undefined ? '' : textOf(at);
}
