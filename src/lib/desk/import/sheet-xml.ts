// The XML of a workbook (ECMA-376, SpreadsheetML) as programs write it. No entity but XML's own five is
// replaced, so nothing can grow, and nothing outside of the file is read.

/** The elements of a name, with any prefix: its attributes, and its content. */
const elements = (name: string) =>
  new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:[\\w.-]+:)?${name}>)`, 'g');
const ROWS = elements('row');
const CELLS = elements('c');
const VALUES = elements('v');
const TEXTS = elements('t');
const STRINGS = elements('si');
const SHEETS = /<(?:[\w.-]+:)?sheet(?=\s)([^>]*?)\/?>/g;
const RELATIONS = /<(?:[\w.-]+:)?Relationship(?=\s)([^>]*?)\/?>/g;
const FORMATS = /<(?:[\w.-]+:)?numFmt(?=\s)([^>]*?)\/?>/g;
const STYLES = elements('cellXfs');
const STYLE = /<(?:[\w.-]+:)?xf(?=\s)([^>]*?)\/?>/g;
/** Phonetic guides aren't part of a text. */
const PHONETIC = elements('rPh');

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

const unescapeXml = (text: string) =>
  text
    .replaceAll(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? whole;
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '';
      },
    )
    .replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Patterns by the name of the attribute: a sheet has half a million. */
const ATTRIBUTES = new Map<string, RegExp>();

function readAttribute(attributes: string, name: string): string {
  const pattern =
    ATTRIBUTES.get(name) ?? new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  ATTRIBUTES.set(name, pattern);
  const found = pattern.exec(attributes);
  return unescapeXml(found?.[1] ?? found?.[2] ?? '');
}

const joinTexts = (xml: string) =>
  [...xml.replaceAll(PHONETIC, '').matchAll(TEXTS)].map(([, , text = '']) => unescapeXml(text)).join('');

/** A sheet's name and the id of its relation. */
export interface SheetName {
  name: string;
  relation: string;
}

/** Lists the visible sheets of `workbook.xml`, in their order. */
export const readSheetNames = (xml: string): SheetName[] =>
  [...xml.matchAll(SHEETS)]
    .map(([, attributes = '']) => ({
      name: readAttribute(attributes, 'name'),
      relation: readAttribute(attributes, 'id'),
      state: readAttribute(attributes, 'state'),
    }))
    .filter(({ state }) => state === '' || state === 'visible');

/** Maps the ids of relations to the files that they name. */
export const readRelations = (xml: string): ReadonlyMap<string, string> =>
  new Map(
    [...xml.matchAll(RELATIONS)].map(([, attributes = '']) => [
      readAttribute(attributes, 'Id'),
      readAttribute(attributes, 'Target'),
    ]),
  );

/** Reads the shared texts, to which cells refer. @returns null if there are more than `most` */
export function readSharedTexts(xml: string, most: number): string[] | null {
  const texts: string[] = [];
  for (const [, , content = ''] of xml.matchAll(STRINGS)) {
    texts.push(joinTexts(content));
    if (texts.length > most) return null;
  }
  return texts;
}

/**
 * Reads the formats of zeros, by the index of their style: "00-000" writes 950 as 00-950.
 * @returns the formats, in which 0 stands for a digit
 */
export function readZeroFormats(xml: string): ReadonlyMap<number, string> {
  const codes = new Map(
    [...xml.matchAll(FORMATS)].map(([, attributes = '']) => [
      readAttribute(attributes, 'numFmtId'),
      readAttribute(attributes, 'formatCode'),
    ]),
  );
  const [, , styles = ''] = [...xml.matchAll(STYLES)][0] ?? [];
  const formats = [...styles.matchAll(STYLE)].map(([, attributes = '']) =>
    (codes.get(readAttribute(attributes, 'numFmtId')) ?? '').split(';')[0]!.replaceAll(/[\\"]/g, ''),
  );
  return new Map(
    [...formats.entries()].filter(
      ([, format]) => /^0[0 -]*0$/.test(format) && format.replaceAll(/[^0]/g, '').length > 2,
    ),
  );
}

/** Parts of the workbook to which cells refer. */
export interface SheetParts {
  texts: readonly string[];
  zeroFormats: ReadonlyMap<number, string>;
}

/** Reads the rows of a sheet one by one: texts by column, counted from 0. Empty cells are absent. */
export function* readSheetRows(xml: string, parts: SheetParts): Generator<Map<number, string>> {
  for (const [, , content = ''] of xml.matchAll(ROWS)) {
    const row = new Map<number, string>();
    let column = -1;
    for (const [, attributes = '', inner = ''] of content.matchAll(CELLS)) {
      column = readColumn(readAttribute(attributes, 'r')) ?? column + 1;
      const text = inner === '' ? '' : readCellText(attributes, inner, parts);
      if (text !== '') row.set(column, text);
    }
    yield row;
  }
}

/** "AB12" → 27 */
function readColumn(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCellText(attributes: string, inner: string, { texts, zeroFormats }: SheetParts): string {
  const type = readAttribute(attributes, 't');
  if (type === 'inlineStr') return joinTexts(inner);
  const [, , raw = ''] = [...inner.matchAll(VALUES)][0] ?? [];
  const value = unescapeXml(raw);
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'str' || type === 'd') return value;
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e' || value === '') return '';
  const format = zeroFormats.get(Number(readAttribute(attributes, 's')));
  return writeNumber(value, format);
}

/** Digits of a number that a spreadsheet keeps. */
const PRECISION = 15;

function writeNumber(value: string, format: string | undefined): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const text = String(Number(number.toPrecision(PRECISION)));
  if (format === undefined || !/^\d+$/.test(text)) return text;
  const digits = text.padStart(format.replaceAll(/[^0]/g, '').length, '0');
  if (digits.length > format.replaceAll(/[^0]/g, '').length) return text;
  let at = 0;
  return [...format].map((sign) => (sign === '0' ? digits[at++] : sign)).join('');
}
