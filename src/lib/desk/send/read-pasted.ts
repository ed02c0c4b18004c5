import { splitAddress } from '#search/address/split-address.ts';
import { isNamedUnit, joinWords, readAddress, readHouseUnit } from '#search/address/read-address.ts';
import { readCountryCode } from '../country-code.ts';
import { splitWholeName } from '../split-name.ts';
import type { AddressForm, PartyForm } from '../party-form.ts';
import type { ShipmentForm } from './shipment-form.ts';

export interface PastedAddress {
  recipient: Partial<PartyForm>;
  address: Partial<AddressForm>;
}

/** Maximum length of an address. A longer text is something else. */
const MAX_LENGTH = 600;
const EMAIL = /[^\s@<>:;,]+@[^\s@<>;,]+\.[^\s@<>;,]+/;
/** A phone number with a country prefix, or alone on its line, possibly after a word like "Tel.:". */
const PHONE = /(?:\+|\b00)\d[\d ()/-]{6,}\d|^(?:\p{L}+[.:]*\s*)?\(?0?\d[\d ()/-]{6,}\d$/iu;
const MIN_DIGITS = 7;
const COMPANY =
  /(?:^|[\s.])(?:sp\.? ?z ?o\.? ?o\.?|spółka|gmbh|ohg|kg|ltd\.?|limited|llc|plc|inc\.?|s\.? ?r\. ?o\.?|a\. ?s\.?|s\. ?a\.?|s\. ?r\. ?l\.?|s\. ?p\. ?a\.?|sarl|sas|b\.? ?v\.?|n\. ?v\.?|lda\.?|тов|фоп)$/iu;
/**
 * Splits an address copied from a mail or an order, in lines or with commas: names, company, street,
 * postcode, town, country, e-mail, phone. Leaves out what it doesn't find.
 * @returns null if the text isn't an address of several parts, so that it is pasted unchanged
 */
export function readPasted(text: string): PastedAddress | null {
  if (text.length > MAX_LENGTH) return null;
  const recipient: Partial<PartyForm> = {};
  const address: Partial<AddressForm> = {};
  const pieces = text
    .split(/[\r\n\t;,]+/)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece !== '');
  if (pieces.length < 2) return null;
  const left = extractCountry(extractContacts(pieces, recipient), address);
  extractFlat(left, address);
  extractPlace(left, address);
  extractStreet(left, address);
  const hasAddress = Object.keys(address).length > 0 || Object.keys(recipient).length > 0;
  if (!hasAddress) return null;
  extractNames(left, recipient);
  return { recipient, address };
}

function extractContacts(pieces: readonly string[], recipient: Partial<PartyForm>): string[] {
  return pieces.flatMap((piece) => {
    const email = EMAIL.exec(piece)?.[0];
    if (email !== undefined) {
      recipient.email ??= email;
      // "Oskar Lis <oskar@mail.example>", "E-mail: oskar@mail.example"
      const rest = piece.replace(email, '').replaceAll(/[<>]/g, '').trim();
      return rest === '' || rest.endsWith(':') ? [] : [rest];
    }
    const phone = PHONE.exec(piece)?.[0].replace(/^[\p{L}.:\s]+/u, '');
    if (phone === undefined || phone.replaceAll(/\D/g, '').length < MIN_DIGITS) return [piece];
    recipient.phone ??= phone;
    return [];
  });
}

function extractCountry(pieces: readonly string[], address: Partial<AddressForm>): string[] {
  const at = pieces.findLastIndex((piece, place) => place > 0 && !/\d/.test(piece) && isCountry(piece));
  if (at < 0) return [...pieces];
  address.countryCode = readCountryCode(pieces[at]!)!;
  return pieces.filter((_, place) => place !== at);
}

/** Two letters count as a country code only in capitals. */
const isCountry = (piece: string) =>
  readCountryCode(piece) !== null && (piece.length > 2 || piece === piece.toUpperCase());

/** Takes a flat that stands on its own line: "Flat 2". */
function extractFlat(left: string[], address: Partial<AddressForm>): void {
  const at = left.findIndex((piece) => isNamedUnit(piece));
  if (at < 0) return;
  address.flatNumber = readHouseUnit(left[at]!, '')!;
  left.splice(at, 1);
}

function extractPlace(left: string[], address: Partial<AddressForm>): void {
  const at = left.findLastIndex((piece, place) => place > 0 && readAddress(piece).postcodes.length > 0);
  if (at < 0) return;
  const { postcodes, parts } = readAddress(left[at]!);
  address.postalCode = postcodes[0]!;
  const city = joinWords(parts.flat());
  // "London", "SW1A 1AA": the town is on the line before, if that has no number.
  const isBefore = city === '' && at > 1 && !/\d/.test(left[at - 1]!);
  address.city = isBefore ? left[at - 1]! : city;
  left.splice(isBefore ? at - 1 : at, isBefore ? 2 : 1);
}

function extractStreet(left: string[], address: Partial<AddressForm>): void {
  // Prefer a line after the first, which is usually a name.
  const at = left.findIndex((piece, place) => piece !== '' && place > 0 && /\d/.test(piece));
  const found = at >= 0 ? at : left.findIndex((piece) => /\d/.test(piece));
  if (found < 0) return;
  const { street, house, flat } = splitAddress({ street: left[found]! }, guessCountry(address));
  address.street = street;
  if (house !== '') address.houseNumber = house;
  if (flat !== '') address.flatNumber ??= flat;
  left.splice(found, 1);
}

/** The written country, or the one whose postcodes look like this. */
const guessCountry = ({ countryCode, postalCode = '' }: Partial<AddressForm>) =>
  countryCode ?? (/^\d\d-\d{3}$/.test(postalCode) ? 'PL' : '');

function extractNames(left: readonly string[], recipient: Partial<PartyForm>): void {
  const names = left.filter((piece) => piece !== '');
  const company = names.find((name) => COMPANY.test(name));
  const others = names.filter((name) => name !== company);
  const [person = '', further] = others;
  if (person !== '') Object.assign(recipient, splitWholeName(person));
  const companyName = company ?? further;
  if (companyName !== undefined) recipient.companyName = companyName;
}

/** Fills in what was found. If no point was chosen for this parcel, the address becomes its destination. */
export function fillFromPasted(form: ShipmentForm, pasted: PastedAddress): ShipmentForm {
  const hasPlace = pasted.address.city !== undefined || pasted.address.street !== undefined;
  const goesThere = hasPlace && (form.point === null || form.toAsLast);
  return {
    ...form,
    recipient: { ...form.recipient, ...pasted.recipient },
    address: { ...form.address, ...pasted.address },
    ...(goesThere && { to: 'address' as const, point: null, toAsLast: false }),
  };
}
