import { foldName } from '#network/snapshot-format/fold.ts';

/** Words for delivery methods and carriers that shops write into orders. They aren't people's names. */
const METHODS = new Set(
  'courier, kurier, kuriera, kurierem, kurierska, paczkomat, paczkomaty, inpost, dpd, dhl, ups, gls, fedex, hermes, ppl, packeta, zasilkovna, meest, pocztex, poczta, odbior, przesylka, dostawa, delivery, shipping, standard, express, ekspres, ekspresowy, priority, pickup, locker, point, versand, lieferung, paket, abholung, livraison, colissimo, relais, envio, entrega, correos, spedizione, consegna, corriere, verzending, bezorging, afhalen, doprava, doruceni, kuryr, доставка, пошта, кур єр, самовивіз'
    .split(', ')
    .map(foldName),
);

/**
 * Whether a cell is certainly not a person's name: it has digits, a currency sign or an e-mail address,
 * or names a delivery method.
 */
export const isNoName = (cell: string): boolean =>
  /[\d@#€$£%]/.test(cell) ||
  foldName(cell)
    .split(' ')
    .some((word) => METHODS.has(word));

/** Whether a cell looks like a shop's order number: "#1020", "W-7". */
export const isOrderName = (cell: string): boolean => /^#?[\p{L}-]{0,6}[\d/-]*\d$/u.test(cell.trim());
