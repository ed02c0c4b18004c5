import { findFieldErrors } from '#platform/check-body.ts';
import { shipmentSchema, type Shipment } from '#platform/shipping.ts';
import { splitAddress, type AddressDoubt } from '#search/address/split-address.ts';
import {
  fitsLocker,
  LOCKER_KILOGRAMS,
  LOCKER_SIZES,
  readLockerSize,
  type Dimensions,
} from '../locker-size.ts';
import { readLength, readMeasure, readWeight } from '../measure.ts';
import type { Phone } from '#contract/phone.ts';
import { examplePostcode, readPostcode, restoreZeros } from '../postcode.ts';
import { isCash, isCashWord } from './cash-cells.ts';
import { isCollected } from './find-stop.ts';
import { isForeignForm } from './find-postcode.ts';
import { isDateCell } from './date-cells.ts';
import { findFieldByPath, type ImportField, type RowTexts } from './fields.ts';
import type { ImportDefaults } from './import-record.ts';
import { isNoOrder } from './no-order.ts';
import { combinePresets, type Preset } from './presets.ts';
import type { OrderWeights } from './order-weights.ts';
import type { OrderLine } from './read-products.ts';
import { readCountryCell } from './read-country.ts';
import { readRecipient } from './row-recipient.ts';
import type { ReportProblem } from './report-problem.ts';
import type { RowCode } from './row-sentences.ts';
import { isSpoiled } from './spoiled-text.ts';
import { spreadAddress } from './spread-address.ts';
import { tidy } from './tidy.ts';
import { shortenUnitIn } from './unit-names.ts';
import { LIKELY_GRAMS, LIKELY_KILOGRAMS } from './weight-column.ts';
import type { PointFact } from '../point-facts.ts';

/** An error or warning about a cell. */
export interface RowProblem {
  field: ImportField;
  /** A `RowCode`, or another code of the platform. */
  code: string;
  /** Value for the sentence: an example, a row, a day. */
  detail: string;
  /** Whether the row may be sent anyway. */
  isWarning: boolean;
  /** Whether it is sent only after the user has said so. */
  isDoubt?: boolean;
}

export interface CheckedRow {
  /** The body, possibly incomplete. It may be sent if all problems are warnings. */
  shipment: Shipment;
  problems: readonly RowProblem[];
  /** The point that the row names, whether it exists or not; empty: none. */
  pointId: string;
  pointName: string;
  reference: string;
  /** Products in the parcel; empty: not known. */
  contents: readonly OrderLine[];
  /** Weights of the products, of which the parcel's is made; null: the row has its own. */
  weights: OrderWeights | null;
  /** Whether the point is still being looked up. */
  isPending: boolean;
  /** Why the row isn't sent unless it is ticked; null: it is. */
  hold: OwnHold | null;
}

/** `no_order`: the row has no recipient and no place. `cash`: its cash can't be collected. */
export type OwnHold = 'no_order' | 'cash';

export interface RowContext {
  /** The sender's part of the body. */
  from: Pick<Shipment, 'sender' | 'origin'>;
  defaults: ImportDefaults;
  /** Units from the names of the columns, by field. */
  units: Readonly<Partial<Record<ImportField, string>>>;
  /** Whether full names start with the last name. */
  isLastNameFirst?: boolean;
  /** The sign before thousands in the column of weights; empty: none is known. */
  groupSign?: string;
  /** Whether the flat's column is any second line of the address. */
  hasSecondLine?: boolean;
  /** Sizes and weights of products. */
  presets?: readonly Preset[];
  readPhone: (text: string, country: string) => Phone | null;
  /** Facts about a point; null: still loading. */
  pointOf: (id: string) => PointFact | null;
}

/** A row without a point has an address if one of these fields is filled. */
const ADDRESS = ['street', 'postalCode', 'city'] as const;

/** Lines of a cell are parts of an address. */
const joinLines = (text: string) => text.trim().replaceAll(/\s*[\r\n]+\s*/g, ', ');

/** The id of the point in a row; empty: none. */
export const readRowPointId = ({ pointId }: RowTexts): string => tidy(pointId);

/**
 * Checks a row and builds the body of its parcel. Pure: everything else that it needs is in `context`.
 * @param contents products of the row and of the further rows of its order
 * @param weights their weights; null: the row's weight is the parcel's
 */
export function checkRow(
  raw: RowTexts,
  context: RowContext,
  contents: readonly OrderLine[] = [],
  weights: OrderWeights | null = null,
): CheckedRow {
  const texts = spreadAddress(
    Object.fromEntries(Object.entries(raw).map(([field, text]) => [field, tidy(joinLines(text))])),
    findDefaultCountry(context),
  );
  const problems: RowProblem[] = [];
  const report: ReportProblem = (field, code, detail = '', level = 'error') =>
    problems.push({
      field,
      code,
      detail,
      isWarning: level !== 'error',
      ...(level === 'doubt' && { isDoubt: true }),
    });

  const pointId = texts.pointId ?? '';
  const fact = pointId === '' ? null : context.pointOf(pointId);
  const isToAddress = pointId === '' || (fact !== null && isReplaceable(fact, texts));
  if (!isToAddress && fact !== null) reportPoint(fact, report);
  const hasAddress = ADDRESS.some((field) => (texts[field] ?? '') !== '');
  if (pointId === '' && !hasAddress)
    report(texts.pointId === undefined && texts.street !== undefined ? 'street' : 'pointId', 'destination');
  const country = findCountry(texts, context, fact, report);

  const ownContext = { ...context, defaults: usePresets(texts, contents, context, report) };
  const weight = readKilograms(texts, weights, ownContext, report);
  const dimensions = readDimensions(texts, ownContext, report);
  const isLocker = !isToAddress && (fact === null ? false : fact.isLocker);
  if (isLocker !== false) {
    const level = isLocker === true ? 'error' : 'doubt';
    if (weight !== null && weight > LOCKER_KILOGRAMS)
      report('weight', 'heavy', String(LOCKER_KILOGRAMS), level);
    if (dimensions !== null && !fitsLocker(dimensions))
      report(texts.length === undefined ? 'size' : 'length', 'large', '', level);
  }
  const cash = isCash(texts.cash ?? '') ? texts.cash! : findCashItem(contents);
  if (cash !== '') report('cash', 'cash', cash, 'warning');
  const cover = readCover(texts, country, context, report);
  const destination = isToAddress
    ? readAddress(texts, country, context, report)
    : { countryCode: country, pointId };
  if (isToAddress) reportNoWords(destination, report);
  if (isToAddress && texts.billed) report('street', 'billed', formatAddress(destination), 'doubt');
  // "Osobní odběr" with a point is collected there.
  if (texts.stop && (isToAddress || !isCollected(texts.stop)))
    report('reference', 'stop', texts.stop, 'doubt');
  reportSpoiled(raw, isToAddress, report);
  if (texts.cut) report('reference', 'cut', '', 'doubt');
  if (texts.pieces) report('reference', 'pieces', texts.pieces, 'doubt');
  if (isToAddress && pointId !== '')
    report('pointId', 'point_gone_address', formatAddress(destination), 'doubt');
  const shipment = {
    ...context.from,
    recipient: readRecipient(texts, country, context, report),
    destination,
    parcels: [
      {
        type: 'STANDARD',
        ...(dimensions !== null && { dimensions: { ...dimensions, unit: 'CM' } }),
        weight: { amount: weight, unit: 'KG' },
      },
    ],
    ...(texts.reference && { references: { custom: { reference: texts.reference } } }),
    ...(cover !== null && { valueAddedServices: [cover] }),
  } as Shipment;
  addFieldErrors(shipment, texts, problems);
  return {
    shipment,
    problems,
    pointId,
    pointName: fact?.name ?? '',
    reference: texts.reference ?? '',
    contents,
    weights,
    isPending: pointId !== '' && fact === null,
    hold: isNoOrder(texts) ? 'no_order' : cash !== '' ? 'cash' : null,
  };
}

const NAMES = ['fullName', 'firstName', 'lastName', 'companyName'] as const;

const ADDRESS_TEXTS = ['street', 'houseNumber', 'flatNumber', 'city'] as const;

function reportSpoiled(texts: RowTexts, isToAddress: boolean, report: ReportProblem): void {
  for (const field of isToAddress ? [...NAMES, ...ADDRESS_TEXTS] : NAMES)
    if (isSpoiled(texts[field] ?? '')) report(field, 'spoiled', texts[field], 'doubt');
}

/** "12.99", "2026-11-27": a street or town without letters is rather another column's cell. */
function reportNoWords(address: Readonly<Record<string, string | undefined>>, report: ReportProblem): void {
  for (const field of ['street', 'city'] as const) {
    const text = address[field] ?? '';
    if (text !== '' && !/\p{L}{2}/u.test(text) && !isSpoiled(text)) report(field, 'spoiled', text, 'doubt');
  }
}

/** Some shops write the way of payment as a product of the order: "Dobírka". */
const findCashItem = (contents: readonly OrderLine[]) =>
  contents.find(({ product }) => isCashWord(product))?.product ?? '';

/** Adds errors found by the body's schema to cells that have none yet. Leaves out errors of the sender. */
function addFieldErrors(shipment: Shipment, texts: RowTexts, problems: RowProblem[]): void {
  const hasDestination = problems.every(({ code }) => code !== 'destination');
  for (const { path, codes } of findFieldErrors(shipmentSchema, shipment)) {
    if (path.startsWith('destination') && !hasDestination) continue;
    const field = findFieldByPath(path, texts);
    const isReported = problems.some((problem) => problem.field === field && !problem.isWarning);
    if (field !== null && !isReported)
      problems.push(...codes.map((code) => ({ field, code, detail: '', isWarning: false })));
  }
}

/** Whether a point doesn't exist, none is meant by its id, and the row has an address instead. */
const isReplaceable = ({ state, suggestedId }: PointFact, { street, city }: RowTexts) =>
  state === 'gone' && suggestedId === '' && Boolean(street && city);

/** "Zielona 4/12, 00-950 Warszawa" */
function formatAddress(address: Readonly<Record<string, string | undefined>>): string {
  const { street, houseNumber, flatNumber, postalCode, city } = address;
  const number = [houseNumber, flatNumber].filter(Boolean).join('/');
  const lines = [
    [street, number],
    [postalCode, city],
  ];
  return lines.map((parts) => parts.filter(Boolean).join(' ')).join(', ');
}

function reportPoint({ state, suggestedId }: PointFact, report: ReportProblem): void {
  if (state === 'gone') report('pointId', 'point_gone', suggestedId);
  if (state === 'refuses') report('pointId', 'point_no_parcels');
  if (state === 'unknown') report('pointId', 'point_unknown', '', 'warning');
}

function findCountry(
  { country = '' }: RowTexts,
  context: RowContext,
  fact: PointFact | null,
  report: ReportProblem,
): string {
  const read = country === '' ? null : readCountryCell(country);
  if (country !== '' && read === null) report('country', 'country');
  // The country beside a point may be the buyer's.
  return fact?.country || (read ?? findDefaultCountry(context));
}

/** The country of rows without one: the chosen one, or the sender's. */
const findDefaultCountry = ({ defaults, from }: RowContext): string =>
  readCountryCell(defaults.country) || ((from.origin as { countryCode?: string }).countryCode ?? '');

const DOUBTS = {
  no_house: ['houseNumber', 'no_house'],
  two_houses: ['houseNumber', 'two_numbers'],
  two_flats: ['flatNumber', 'two_numbers'],
  rest: ['flatNumber', 'unused_text'],
} as const satisfies Readonly<Record<AddressDoubt, readonly [ImportField, RowCode]>>;

function readAddress(texts: RowTexts, country: string, context: RowContext, report: ReportProblem) {
  const { street = '', houseNumber = '', flatNumber = '', city = '' } = texts;
  const cells = { street, houseNumber, flatNumber, isSecondLine: context.hasSecondLine ?? false };
  const split = splitAddress(cells, country);
  const dates = (['houseNumber', 'flatNumber'] as const).filter((field) => isDateCell(cells[field]));
  for (const field of dates) report(field, 'date');
  if (split.doubt !== null && dates.length === 0) {
    const [field, code] = DOUBTS[split.doubt];
    report(field, code, split.detail, code === 'two_numbers' ? 'error' : 'doubt');
  }
  const written = texts.postalCode ?? '';
  const restored = restoreZeros(written, country);
  // Without a country of its own, the postcode may be another country's: "1069", "110 00".
  if (restored !== null && !texts.country) report('postalCode', 'zeros', restored, 'doubt');
  const postalCode = written === '' ? '' : (restored ?? readPostcode(written, country));
  if (postalCode === null) report('postalCode', 'postcode', examplePostcode(country) ?? '');
  else if (
    written !== '' &&
    restored === null &&
    !texts.country &&
    isForeignForm(written, postalCode, country)
  )
    report('postalCode', 'zeros', postalCode, 'doubt');
  return {
    countryCode: country,
    street: split.street,
    ...(split.house && { houseNumber: split.house }),
    ...(split.flat && { flatNumber: split.flat }),
    city,
    postalCode: postalCode ?? written,
  };
}

function readKilograms(
  { weight = '' }: RowTexts,
  weights: OrderWeights | null,
  { defaults, units, groupSign }: RowContext,
  report: ReportProblem,
): number | null {
  const read = (text: string) => readWeight(shortenUnitIn(text), units.weight, groupSign);
  if (weights !== null) {
    const { parts, isSum } = weights;
    const detail = parts
      .map(({ quantity, text }) => `${quantity === 1 ? '' : `${quantity ?? '?'} × `}${text || '?'}`)
      .join(' + ');
    const kilograms = parts.map(({ quantity, text }) => (read(text) ?? NaN) * (quantity ?? NaN));
    const sum = Math.round(kilograms.reduce((total, each) => total + each, 0) * 1000) / 1000;
    if (isSum && sum > 0 && sum <= LIKELY_GRAMS) {
      report('weight', 'added_up', `${detail} = ${sum} kg`, 'warning');
      return sum;
    }
    report('weight', 'several_weights', detail, 'doubt');
  }
  const text = shortenUnitIn(weight === '' ? defaults.weight : weight);
  const kilograms = weight === '' ? readWeight(text) : read(weight);
  if (kilograms === null || (kilograms <= 0 && !/[1-9]/.test(text)))
    report('weight', weight === '' ? 'required' : 'number');
  else if (kilograms > LIKELY_GRAMS) report('weight', 'grams', text, 'doubt');
  else if (kilograms < LIKELY_KILOGRAMS) report('weight', 'light', text, 'doubt');
  return kilograms;
}

const MEASURES = ['length', 'width', 'height'] as const;
const isMeasured = (texts: RowTexts) => MEASURES.some((field) => texts[field]);

/** Replaces the defaults by the sizes and weights of the products. */
function usePresets(
  texts: RowTexts,
  contents: readonly OrderLine[],
  { defaults, presets = [] }: RowContext,
  report: ReportProblem,
): ImportDefaults {
  const preset = combinePresets(contents, presets);
  if (preset === null) return defaults;
  const { size, weight, pieces } = preset;
  if (size !== null && pieces > 1 && !texts.size && !isMeasured(texts))
    report('size', 'pieces_size', String(pieces), 'warning');
  return { ...defaults, size: size ?? defaults.size, weight: weight || defaults.weight };
}

function readDimensions(
  texts: RowTexts,
  { defaults, units }: RowContext,
  report: ReportProblem,
): Dimensions | null {
  if (!isMeasured(texts)) {
    const size = readLockerSize(texts.size || defaults.size);
    const parsed = size === null ? readThree(texts.size ?? '', units.size) : LOCKER_SIZES[size];
    if (parsed === null) report('size', 'size');
    else if (isLong(parsed)) report('size', 'long', texts.size, 'doubt');
    return parsed;
  }
  const [length, width, height] = MEASURES.map((field) => readLength(texts[field] ?? '', units[field]));
  for (const [at, value] of [length, width, height].entries())
    if (!value) report(MEASURES[at]!, texts[MEASURES[at]!] ? 'number' : 'required');
  const dimensions = length && width && height ? { length, width, height } : null;
  if (dimensions !== null && isLong(dimensions))
    report('length', 'long', MEASURES.map((field) => texts[field]).join(' × '), 'doubt');
  return dimensions;
}

/** Centimetres that no side of a parcel has. */
const LIKELY_MILLIMETRES = 150;
const isLong = (dimensions: Dimensions) => MEASURES.some((side) => dimensions[side] > LIKELY_MILLIMETRES);

/** "30x20x8 cm" */
function readThree(text: string, unit = 'cm'): Dimensions | null {
  const parts = text.split(/\s*[x×*]\s*/i);
  const writtenUnit = /\p{L}+$/u.exec(parts[2] ?? '')?.[0] ?? unit;
  const [length, width, height] = parts.map((part) => readLength(part, writtenUnit));
  return parts.length === 3 && length && width && height ? { length, width, height } : null;
}

function readCover({ cover = '' }: RowTexts, country: string, { units }: RowContext, report: ReportProblem) {
  if (cover === '') return null;
  const measure = readMeasure(cover);
  if (measure === null) report('cover', 'number');
  if (measure === null || measure.amount === 0) return null;
  const currency = (measure.unit || units.cover || '').toUpperCase();
  const code = /^[A-Z]{3}$/.test(currency) ? currency : country === 'PL' ? 'PLN' : 'EUR';
  return { id: 'additionalCover', value: measure.amount.toFixed(2), currency: code };
}
