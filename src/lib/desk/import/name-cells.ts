import { foldName } from '../../snapshot-format/fold.ts';

/** Words of delivery methods and carriers, as shops write them into orders: no person is called so. */
const METHODS = new Set(
  'courier, kurier, kuriera, kurierem, kurierska, paczkomat, paczkomaty, inpost, dpd, dhl, ups, gls, fedex, hermes, ppl, packeta, zasilkovna, meest, pocztex, poczta, odbior, przesylka, dostawa, delivery, shipping, standard, express, ekspres, ekspresowy, priority, pickup, locker, point, versand, lieferung, paket, abholung, livraison, colissimo, relais, envio, entrega, correos, spedizione, consegna, corriere, verzending, bezorging, afhalen, doprava, doruceni, kuryr, доставка, пошта, кур єр, самовивіз'
    .split(', ')
    .map(foldName),
);

/** Whether a cell is certainly no name of a person: it has digits, money or an e-mail address, or names a method. */
export const isNoName = (cell: string): boolean =>
  /[\d@#€$£%]/.test(cell) ||
  foldName(cell)
    .split(' ')
    .some((word) => METHODS.has(word));

/** "#1020", "W-7": what shops call orders. */
export const isOrderName = (cell: string): boolean => /^#?[\p{L}-]{0,6}[\d/-]*\d$/u.test(cell.trim());
