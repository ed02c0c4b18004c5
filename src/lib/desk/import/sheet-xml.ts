// The XML of a workbook (ECMA-376, SpreadsheetML) as programs write it. No entity but XML's own five is
// replaced, so nothing can grow, and nothing outside of the file is read.

/** Patterns of the tags with a name and any prefix. */
const tagsOf = (name: string) => ({
  open: new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g'),
  close: new RegExp(`</(?:[\\w.-]+:)?${name}>`, 'g'),
});
type Tags = ReturnType<typeof tagsOf>;
const ROW = tagsOf('row');
const CELL = tagsOf('c');
const VALUE = tagsOf('v');
const FORMULA = tagsOf('f');
const TEXT = tagsOf('t');
const STRING = tagsOf('si');
const SHEET = tagsOf('sheet');
const RELATION = tagsOf('Relationship');
const FORMAT = tagsOf('numFmt');
const STYLES = tagsOf('cellXfs');
const STYLE = tagsOf('xf');
/** Phonetic guides aren't part of a text. */
const PHONETIC = tagsOf('rPh');

interface Tag {
  attributes: string;
  /** Whether it ends its element: `<c/>`. */
  isEmpty: boolean;
  start: number;
  end: number;
}

/** Finds the tags that begin an element. */
function* findTags(xml: string, { open }: Tags): Generator<Tag> {
  for (let at = 0; ;) {
    open.lastIndex = at;
    const found = open.exec(xml);
    if (found === null) return;
    const name = open.lastIndex;
    const last = xml.indexOf('>', name);
    if (last === -1) return;
    const isEmpty = xml[last - 1] === '/';
    at = last + 1;
    yield { attributes: xml.slice(name, isEmpty ? last - 1 : last), isEmpty, start: found.index, end: at };
  }
}

interface Element {
  attributes: string;
  content: string;
  start: number;
  end: number;
}

/** Finds elements, of which none is within another. Reads the text once, even if a million of them have no end. */
function* findElements(xml: string, tags: Tags): Generator<Element> {
  let next = 0;
  let hasEnds = true;
  for (const { attributes, isEmpty, start, end } of findTags(xml, tags)) {
    if (start < next) continue;
    if (isEmpty) yield { attributes, content: '', start, end };
    else if (hasEnds) {
      tags.close.lastIndex = end;
      const close = tags.close.exec(xml);
      hasEnds = close !== null;
      if (close === null) continue;
      next = tags.close.lastIndex;
      yield { attributes, content: xml.slice(end, close.index), start, end: next };
    }
  }
}

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

function joinTexts(xml: string): string {
  let text = '';
  for (const { content } of findElements(withoutPhonetics(xml), TEXT)) text += unescapeXml(content);
  return text;
}

function withoutPhonetics(xml: string): string {
  let [rest, from] = ['', 0];
  for (const { start, end } of findElements(xml, PHONETIC)) {
    rest += xml.slice(from, start);
    from = end;
  }
  return rest + xml.slice(from);
}

/** A sheet's name and the id of its relation. */
export interface SheetName {
  name: string;
  relation: string;
}

/** Lists the visible sheets of `workbook.xml`, in their order. */
export const readSheetNames = (xml: string): SheetName[] =>
  [...findTags(xml, SHEET)]
    .map(({ attributes }) => ({
      name: readAttribute(attributes, 'name'),
      relation: readAttribute(attributes, 'id'),
      state: readAttribute(attributes, 'state'),
    }))
    .filter(({ state }) => state === '' || state === 'visible');

/** Maps the ids of relations to the files that they name. */
export const readRelations = (xml: string): ReadonlyMap<string, string> =>
  new Map(
    [...findTags(xml, RELATION)].map(({ attributes }) => [
      readAttribute(attributes, 'Id'),
      readAttribute(attributes, 'Target'),
    ]),
  );

/** Reads the shared texts, to which cells refer. @returns null if there are more than `most` */
export function readSharedTexts(xml: string, most: number): string[] | null {
  const texts: string[] = [];
  for (const { content } of findElements(xml, STRING)) {
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
    [...findTags(xml, FORMAT)].map(({ attributes }) => [
      readAttribute(attributes, 'numFmtId'),
      readAttribute(attributes, 'formatCode'),
    ]),
  );
  const [styles] = findElements(xml, STYLES);
  const formats = [...findTags(styles?.content ?? '', STYLE)].map(({ attributes }) =>
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
  for (const { content } of findElements(xml, ROW)) {
    const row = new Map<number, string>();
    let column = -1;
    for (const { attributes, content: inner } of findElements(content, CELL)) {
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
  const [first] = findElements(inner, VALUE);
  if (first === undefined) return readFormula(inner);
  const value = unescapeXml(first.content);
  if (type === 's') return texts[Number(value)] ?? '';
  // An error such as "#REF!" is a question too.
  if (type === 'str' || type === 'd' || type === 'e') return value;
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (value === '') return '';
  const format = zeroFormats.get(Number(readAttribute(attributes, 's')));
  return writeNumber(value, format);
}

/** The text of a formula that no program has computed, so that it is asked: no value would be a wrong one. */
function readFormula(inner: string): string {
  const [formula] = findElements(inner, FORMULA);
  return formula === undefined ? '' : `=${unescapeXml(formula.content)}`;
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
