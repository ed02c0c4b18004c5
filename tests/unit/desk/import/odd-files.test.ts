import { beforeEach, describe, expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { isDateCell } from '../../../../src/lib/desk/import/date-cells.ts';
import { mayBeGrams } from '../../../../src/lib/desk/import/row-context.ts';
import { startBrowser } from '../fake-desk.ts';
import { assess } from './assess.ts';
import { encodeAs } from './encode-as.ts';
import { writeWorkbook } from './write-zip.ts';

beforeEach(() => void startBrowser());

// More of each kind of mistake than was reported. The people are fictitious.

const HEAD = 'Order;Name;E-mail;Phone;Street;House number;Postcode;Town;Country;Weight (kg)';
const ADA = '1;Ada Lis;ada@mail.example;500000301;Mglista;7;00-950;Testowo;PL;1,2';
const BEA = '2;Bea Kos;bea@mail.example;500000302;Lipowa;3;00-950;Testowo;PL;0,8';
const ADA_SENT = 'Ada Lis, +48500000301, Mglista 7, 1.2 kg';
const BEA_SENT = 'Bea Kos, +48500000302, Lipowa 3, 0.8 kg';

/** Ada's row with other cells. */
const ada = (...changes: [from: string, to: string][]) =>
  changes.reduce((row, [from, to]) => row.replace(from, to), ADA);
const lines = (...rows: string[]) => rows.join('\n');
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (...rows: string[]) =>
  rows.map((row) => `<row>${row.split(';').map(cell).join('')}</row>`).join('');

/** Questions about a file, and what would be sent of each row, or why it isn't. */
async function read(file: string | Uint8Array): Promise<string[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const { record, rows } = await assess(bytes);
  const sent = rows.map(({ state, shipment, problems, cells }) => {
    if (state === 'no_order' || state === 'left_out') return `${state}: ${cells.filter(Boolean).join(' ')}`;
    const codes = problems
      .filter(({ isWarning, isDoubt }) => !isWarning || isDoubt)
      .map(({ field, code }) => `${field} ${code}`);
    if (state !== 'good') return `${state}: ${codes.join(', ')}`;
    const { recipient, destination, parcels } = shipment;
    const { street, houseNumber, flatNumber } = destination as Record<string, string | undefined>;
    const number = [houseNumber, flatNumber].filter(Boolean).join('/');
    const person = `${recipient.firstName} ${recipient.lastName}, ${recipient.phone}`;
    return `${person}, ${street} ${number}, ${parcels[0]!.weight.amount} kg`;
  });
  const questions = findDoubts(record).map(({ field }) => `which ${field}?`);
  const unread = record.unread.map((line) => `unread: ${line}`);
  return [...questions, ...(mayBeGrams(record) ? ['grams?'] : []), ...sent, ...unread];
}

describe('A file’s people', () => {
  it.each<[string, string, string]>([
    ['a date as a name', ada(['Ada Lis', '27 Nov 2026']), 'doubtful: fullName no_name'],
    ['a delivery as a name in one row', ada(['Ada Lis', 'Kurier DPD']), 'doubtful: fullName no_name'],
    ['an e-mail address as a name', ada(['Ada Lis', 'ada lis@mail.example']), 'doubtful: fullName no_name'],
    ['a formula as a name', ada(['Ada Lis', '=B1&" "&C1']), 'doubtful: fullName no_name'],
    [
      'phone and e-mail exchanged',
      ada(['ada@mail.example;500000301', '500000301;ada@mail.example']),
      'problem: phone phone, email invalid',
    ],
    ['a company as a name', ada(['Ada Lis', 'Fern sp. z o.o.']), 'doubtful: fullName no_name'],
    ['a person with a company', ada(['Ada Lis', 'Ada Lis, Fern GmbH']), 'doubtful: fullName no_name'],
    ['a person with a street', ada(['Ada Lis', 'Ada Lis, ul. Mglista']), 'doubtful: fullName no_name'],
    ['two people', ada(['Ada Lis', 'Ada Lis / Bea Kos']), 'doubtful: fullName no_name'],
    ['a word behind a comma that is no name', ada(['Ada Lis', 'Ada Lis, Jr.']), ADA_SENT],
    ['initials', ada(['Ada Lis', 'A.S. Lis']), ADA_SENT.replace('Ada', 'A.S.')],
    ['a database’s word for none as a phone', ada(['500000301', 'NULL']), 'problem: phone required'],
    ['a phone with its country in brackets', ada(['500000301', '(PL) 500000301']), ADA_SENT],
    ['a phone with its prefix in brackets', ada(['500000301', '(+48) 500-000-301']), ADA_SENT],
    ['a phone with a word', ada(['500000301', 'tel. 500 000 301']), ADA_SENT],
    ['a phone with a decimal', ada(['500000301', '500000301.0']), ADA_SENT],
    ['a phone that a spreadsheet rounded', ada(['500000301', '5E+08']), 'problem: phone rounded'],
  ])('%s', async (_, row, expected) => {
    expect(await read(lines(HEAD, row, BEA))).toEqual([expected, BEA_SENT]);
  });
});

describe('A file’s addresses', () => {
  it.each<[string, string, string]>([
    ['a house that became a date', ada([';7;', ';05.lip;']), 'problem: houseNumber date'],
    ['a house that became an English date', ada([';7;', ';7-May;']), 'problem: houseNumber date'],
    ['a house that became a number of days', ada([';7;', ';46208;']), 'problem: houseNumber date'],
    ['a house and a flat', ada([';7;', ';7/4;']), ADA_SENT.replace('7,', '7/4,')],
    [
      'postcode and town exchanged',
      ada(['00-950;Testowo', 'Testowo;00-950']),
      'problem: postalCode postcode, city spoiled',
    ],
    ['no town', ada(['Testowo', '']), 'problem: city required'],
    ['a spreadsheet’s error as a town', ada(['Testowo', '#N/D!']), 'doubtful: city spoiled'],
    ['a column too narrow as a street', ada(['Mglista', '########']), 'doubtful: street spoiled'],
    ['a database’s word for none as a house', ada([';7;', ';NULL;']), 'doubtful: houseNumber no_house'],
    ['entities', ada(['Mglista', '"Kr&oacute;lewska"']), ADA_SENT.replace('Mglista', 'Królewska')],
    ['a country in another language', ada([';PL;', ';Polonia;']), ADA_SENT],
  ])('%s', async (_, row, expected) => {
    expect(await read(lines(HEAD, row, BEA))).toEqual([expected, BEA_SENT]);
  });

  it.each([
    ['5-Jul', true],
    ['Jul-05', true],
    ['05.lip', true],
    ['5. Juli', true],
    ['2026-07-05', true],
    ['5.7.2026', true],
    ['05.07.26', true],
    ['46208', true],
    ['12/3/45', false],
    ['12a', false],
    ['12 bis', false],
    ['7-9', false],
    ['4 m. 12', false],
    ['1234', false],
  ])('%s is a date: %s', (text, expected) => {
    expect(isDateCell(text)).toBe(expected);
  });
});

describe('A file’s weights', () => {
  it.each<[string, string, string]>([
    ['with its unit', ada(['1,2', '1,2 kg']), ADA_SENT],
    ['in grams', ada(['1,2', '1200 g']), ADA_SENT],
    ['in grams with a point for thousands', ada(['1,2', '1.200 g']), ADA_SENT],
    ['in pounds', ada(['1,2', '2 lb']), ADA_SENT.replace('1.2 kg', '0.907 kg')],
    ['in words', ada(['1,2', '1200 gramów']), ADA_SENT],
    ['in an unknown unit', ada(['1,2', '2 st']), 'problem: weight number'],
    ['roughly', ada(['1,2', '~1,2']), 'problem: weight number'],
    ['negative', ada(['1,2', '-1,2']), 'problem: weight number'],
  ])('%s', async (_, row, expected) => {
    expect(await read(lines(HEAD, row, BEA))).toEqual([expected, BEA_SENT]);
  });
});

describe('A file’s rows', () => {
  it.each<[string, string, string[]]>([
    ['a total', lines(HEAD, ADA, 'TOTAL;;;;;;;;;1,2'), [ADA_SENT, 'no_order: TOTAL 1,2']],
    [
      'a comma in a number between commas',
      lines(HEAD, ADA, BEA)
        .replaceAll(/(\d),(\d)/g, '$1.$2')
        .replaceAll(';', ',')
        .replace('1.2', '1,2'),
      ['doubtful: reference cut', BEA_SENT],
    ],
    [
      'commas in each row’s number',
      lines(HEAD, ADA, BEA.replace('0,8', '1,8')).replaceAll(';', ','),
      ['doubtful: reference cut', 'doubtful: reference cut'],
    ],
    [
      'whole lines in quotes',
      lines(HEAD, ADA, BEA).replaceAll(/^.*$/gm, (line) => `"${line.replace('Ada Lis', '""Ada Lis""')}"`),
      [ADA_SENT, BEA_SENT],
    ],
    ['its separator in the first line', lines('sep=\t', HEAD, ADA).replaceAll(';', '\t'), [ADA_SENT]],
    [
      'two parcels of an order',
      lines(`${HEAD};Liczba paczek`, `${ADA};2`, `${BEA};1`),
      ['doubtful: reference pieces', BEA_SENT],
    ],
    [
      'a total with words',
      lines(HEAD, ADA, 'Razem: 1 szt.;;;;;;;;;1,2'),
      [ADA_SENT, 'no_order: Razem: 1 szt. 1,2'],
    ],
    ['a total in another column', lines(HEAD, ADA, ';Summe;;;;;;;;1,2'), [ADA_SENT, 'no_order: Summe 1,2']],
    [
      'a title above the header',
      lines('Orders of 27 November', '', HEAD, ADA),
      ['no_order: Orders of 27 November', ADA_SENT],
    ],
    [
      'groups above the header',
      lines('Order;;Recipient;;Address;;;;;', HEAD, ADA),
      ['left_out: Order Recipient Address', ADA_SENT],
    ],
    [
      'the header again, with a byte order mark',
      lines(HEAD, ADA, `\uFEFF${HEAD}`, BEA),
      [ADA_SENT, `no_order: \uFEFF${HEAD.replaceAll(';', ' ')}`, BEA_SENT],
    ],
    [
      'quotes in quotes',
      lines(HEAD, ada(['Mglista', '"ul. ""Mglista"""']), BEA),
      [ADA_SENT.replace('Mglista', 'ul. "Mglista"'), BEA_SENT],
    ],
    [
      'a quote that doesn’t end',
      lines(HEAD, ada(['Mglista', '"Mglista']), BEA),
      [ADA_SENT.replace('Mglista', '"Mglista'), BEA_SENT],
    ],
    [
      'commas between cells, of which one has a comma and another a semicolon',
      lines(
        HEAD.replaceAll(';', ','),
        ADA.replace('1,2', '"1.2"').replaceAll(';', ',').replace('Mglista', '"Mglista; II"'),
      ),
      [ADA_SENT.replace('Mglista', 'Mglista; II')],
    ],
    ['line ends of an old Macintosh', `${HEAD}\r${ADA}\r${BEA}`, [ADA_SENT, BEA_SENT]],
    ['mixed line ends', `${HEAD}\r\n${ADA}\n\r\n${BEA}\r`, [ADA_SENT, BEA_SENT]],
  ])('%s', async (_, file, expected) => {
    expect(await read(file)).toEqual(expected);
  });
});

describe('A file’s letters', () => {
  const POLISH = lines(HEAD, ada(['Ada Lis', 'Świętosława Żółć'], ['Mglista', 'Źródlana']), BEA);
  const SENT = ['Świętosława Żółć, +48500000301, Źródlana 7, 1.2 kg', BEA_SENT];
  it.each(['utf-16le', 'windows-1250', 'iso-8859-2'] as const)('in %s', async (encoding) => {
    expect(await read(encodeAs(POLISH, encoding))).toEqual(SENT);
  });

  it.each([
    ['read as another encoding and saved', 'JĂłzef ZieliĹ„ski'],
    ['read as another encoding and saved, partly', 'Józef BoÅ¼ek'],
    ['replaced by the sign for lost letters', 'J\uFFFDzef Zieli\uFFFDski'],
    ['replaced by question marks', 'J?zef Zieli?ski'],
  ])('%s', async (_, name) => {
    const file = lines(HEAD, ada(['Ada Lis', name]), BEA);
    expect(await read(file)).toEqual(['doubtful: fullName spoiled', BEA_SENT]);
  });

  it.each(['Łucja Współna', 'ŻANETA PÓŁNA', 'José Ângelo', 'Zoë Štěpánková', 'Ñusta Álvarez', 'Олена Рівна'])(
    'of %s aren’t questioned',
    async (name) => {
      expect(await read(lines(HEAD, ada(['Ada Lis', name]), BEA))).toEqual([
        ADA_SENT.replace('Ada Lis', name),
        BEA_SENT,
      ]);
    },
  );

  it('decomposed, as a Macintosh writes them', async () => {
    expect(await read(POLISH.normalize('NFD'))).toEqual(SENT);
  });
});

describe('A workbook', () => {
  it.each<[string, Uint8Array, string[]]>([
    ['an empty sheet before the orders', writeWorkbook({ Empty: '', Orders: sheet(HEAD, ADA) }), [ADA_SENT]],
    [
      'a hidden sheet before the orders',
      writeWorkbook({ Old: sheet(HEAD, BEA), Orders: sheet(HEAD, ADA) }, {}, { Old: 'veryHidden' }),
      [ADA_SENT],
    ],
    [
      'a title over merged cells',
      writeWorkbook({ Orders: sheet('Orders', HEAD, ADA) }),
      ['no_order: Orders', ADA_SENT],
    ],
    [
      'a formula without a stored value',
      writeWorkbook({ Orders: sheet(HEAD, ADA).replace(cell('1,2'), '<c><f>SUM(A1:A9)</f></c>') }),
      ['problem: weight number'],
    ],
    [
      'an error as a weight',
      writeWorkbook({ Orders: sheet(HEAD, ADA).replace(cell('1,2'), '<c t="e"><v>#REF!</v></c>') }),
      ['problem: weight number'],
    ],
    [
      'a house as a number of days',
      writeWorkbook({ Orders: sheet(HEAD, ADA).replace(cell('7'), '<c><v>46208</v></c>') }),
      ['problem: houseNumber date'],
    ],
  ])('with %s', async (_, bytes, expected) => {
    expect(await read(bytes)).toEqual(expected);
  });
});
