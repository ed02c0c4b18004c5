import { foldName } from '#network/snapshot-format/fold.ts';

/** Words for delivery methods and carriers that shops write into orders. They aren't people's names. */
const METHODS = new Set(
  'courier, kurier, kuriera, kurierem, kurierska, paczkomat, paczkomaty, inpost, dpd, dhl, ups, gls, fedex, hermes, ppl, packeta, zasilkovna, meest, pocztex, poczta, odbior, przesylka, dostawa, delivery, shipping, standard, express, ekspres, ekspresowy, priority, pickup, locker, point, versand, lieferung, paket, abholung, livraison, colissimo, relais, envio, entrega, correos, spedizione, consegna, corriere, verzending, bezorging, afhalen, doprava, doruceni, kuryr, доставка, пошта, кур єр, самовивіз'
    .split(', ')
    .map(foldName),
);

/** Forms of companies: "Fern sp. z o.o.", "Fern GmbH, Berlin". */
const COMPANY =
  /\s(?:sp\.? ?z\.? ?o\.? ?o|sp\. ?[jk]|s\.a|s\.c|s\.r\.[lo]|a\.s|b\.v|n\.v|s\.l|e\.k|ltd|llc|inc|plc|gmbh|spółka)\.?(?=$|[\s,])/iu;
/** "Jan Nowak, ul. Mglista" */
const STREET = /(?:^|[\s,])(?:ul|al|os|str)\.\s/iu;

/**
 * Whether a cell is certainly not a person's name: it has digits, a currency sign or an e-mail address,
 * or names a delivery method.
 */
export const isNoName = (cell: string): boolean =>
  /[\d@#€$£%]/.test(cell) ||
  foldName(cell)
    .split(' ')
    .some((word) => METHODS.has(word));

/** Whether a cell of names isn't the name of one person: it may name two, a company or a street. */
export const isNotOnePerson = (cell: string): boolean =>
  isNoName(cell) || /[()[\]<>=/|]/.test(cell) || COMPANY.test(cell) || STREET.test(cell);

/** Whether a cell looks like a shop's order number: "#1020", "W-7". */
export const isOrderName = (cell: string): boolean => /^#?[\p{L}-]{0,6}[\d/-]*\d$/u.test(cell.trim());
