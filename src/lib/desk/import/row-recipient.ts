import type { Phone } from '#contract/phone.ts';
import { splitWholeName } from '../split-name.ts';
import type { RowTexts } from './fields.ts';
import { isNotOnePerson } from './name-cells.ts';
import type { ReportProblem } from './report-problem.ts';

/** A long number in scientific notation, as spreadsheets write it: its last digits are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** The part of a row's context that its recipient needs. */
interface RecipientContext {
  readPhone: (text: string, country: string) => Phone | null;
  isLastNameFirst?: boolean;
}

/** Reads the recipient of a row. */
export function readRecipient(
  texts: RowTexts,
  country: string,
  { readPhone, isLastNameFirst = false }: RecipientContext,
  report: ReportProblem,
) {
  const { companyName, email = '', phone = '' } = texts;
  const { firstName, lastName } = readNames(texts, isLastNameFirst);
  if (texts.fullName && (firstName === '' || lastName === '')) report('fullName', 'name');
  else {
    const field = texts.fullName ? 'fullName' : 'lastName';
    const name = texts.fullName || `${firstName} ${lastName}`;
    if (isNotOnePerson(name)) report(field, 'no_name', name, 'doubt');
  }
  const number = phone === '' ? '' : (readFirstPhone(phone, (text) => readPhone(text, country)) ?? null);
  if (ROUNDED.test(phone)) report('phone', 'rounded');
  else if (number === null) report('phone', 'phone');
  return { firstName, lastName, ...(companyName && { companyName }), email, phone: number ?? phone };
}

/** Words behind a comma that are no first name: "John Smith, Jr." */
const SUFFIX = /,\s*(?:jr|jun|junior|sr|sen|senior|i{2,3}|iv|ph\.?d|md|esq)\.?$/i;

/** "Name: Müller, Vorname: Jürgen": beside one part of the name, the full name has the other. */
function readNames(texts: RowTexts, isLastNameFirst: boolean) {
  const { fullName = '', firstName = '', lastName = '' } = texts;
  const split = splitWholeName(fullName.replace(SUFFIX, ''), isLastNameFirst);
  const rest = firstName !== '' && lastName === '' ? removeName(fullName, firstName) : fullName;
  return {
    firstName: firstName || (lastName === '' ? split.firstName : removeName(fullName, lastName)),
    lastName: lastName || (firstName === '' ? split.lastName : rest),
  };
}

/** Removes a first or last name from a full name; the rest is unchanged if that isn't in it. */
function removeName(fullName: string, part: string): string {
  const words = ` ${fullName.replaceAll(/[\s,]+/g, ' ')} `;
  return words.includes(` ${part} `) ? words.replace(` ${part} `, ' ').trim() : fullName;
}

/** Between two phone numbers of a person. */
const BETWEEN_PHONES = /[,;|]|\s\/\s?|\/\s|\s(?:lub|oder|or|ou|o|of|nebo|або|albo)\s/u;

/** Reads a phone number, or the first of several. */
function readFirstPhone(text: string, read: (text: string) => Phone | null): string | undefined {
  const [first, ...others] = text.split(BETWEEN_PHONES);
  return (read(text) ?? (others.length === 0 ? null : read(first!)))?.full;
}
