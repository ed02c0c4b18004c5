import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../../src/lib/desk/import/read-source.ts';
import { writeWorkbook, writeZip } from './write-zip.ts';

const read = async (bytes: Uint8Array, sheet: string | null = null) => {
  const table = await readBytes(bytes, 'en', { sheet });
  return typeof table === 'string' ? table : table.rows;
};
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: string, style = '') => `<c r="${place}"${style}><v>${value}</v></c>`;
const HEAD = row(text('A1', 'Order'), text('B1', 'Phone'));

describe('A workbook', () => {
  it('is read with its shared texts, numbers, blanks and entities', async () => {
    const shared =
      '<sst><si><t>Order</t></si><si><r><t>Ada </t></r><r><t>&lt;Lis&gt; &amp; Kos</t></r></si><si><t xml:space="preserve"> x_x000D_</t></si></sst>';
    const sheet = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="2"/>',
      '<row r="3"><c r="A3"><v>48500000202</v></c><c r="B3"><v>0.1</v></c><c r="C3"><v>1.2000000000000002</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="e"><v>#REF!</v></c></row>',
    ];
    const bytes = writeWorkbook({ One: sheet.join('') }, { 'xl/sharedStrings.xml': shared });
    expect(await read(bytes)).toEqual([
      ['Order', '', 'Ada <Lis> & Kos', '', ''],
      ['48500000202', '0.1', '1.2', 'TRUE', '#REF!'],
    ]);
  });

  it('writes numbers with the zeros that their format shows', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00\\-000"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const cells = row(
      number('A1', '950', ' s="1"'),
      number('B1', '1067', ' s="2"'),
      number('C1', '950', ' s="0"'),
    );
    const bytes = writeWorkbook({ One: cells }, { 'xl/styles.xml': styles });
    expect(await read(bytes)).toEqual([['00-950', '01067', '950']]);
  });

  it('gives the stored values of formulas, and follows no link', async () => {
    const cells = row(
      '<c r="A1" t="str"><f>[1]Other!A1&amp;"x"</f><v>7x</v></c>',
      '<c r="B1"><f>WEBSERVICE("http://mail.example")</f></c>',
      number('C1', '2'),
    );
    const formula = '=WEBSERVICE("http://mail.example")';
    expect(await read(writeWorkbook({ One: cells }))).toEqual([['7x', formula, '2']]);
  });

  it('shows its first visible sheet with cells, or the one that was chosen', async () => {
    const sheets = { Hidden: HEAD, Empty: '', Orders: row(text('A1', 'a')), More: row(text('A1', 'b')) };
    const bytes = writeWorkbook(sheets, {}, { Hidden: 'hidden' });
    expect(await readBytes(bytes, 'en')).toMatchObject({
      rows: [['a']],
      sheet: 'Orders',
      sheets: ['Empty', 'Orders', 'More'],
      encoding: null,
    });
    expect(await read(bytes, 'More')).toEqual([['b']]);
  });

  it('is read with any prefix of its elements', async () => {
    const cells = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>';
    expect(await read(writeWorkbook({ One: cells }))).toEqual([['a']]);
  });
});

describe('A workbook that can’t be read', () => {
  const zeros = (bytes: number) => Buffer.alloc(bytes, 0x20);
  const damaged = writeWorkbook({ One: HEAD });
  it.each<[string, () => Uint8Array, string]>([
    [
      'has a sheet that unpacks to too much',
      () => writeWorkbook({ One: HEAD }, { 'xl/worksheets/sheet1.xml': zeros(34_000_000) }),
      'workbook_large',
    ],
    [
      'has half a million texts',
      () =>
        writeWorkbook(
          { One: HEAD },
          { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(600_000)}</sst>` },
        ),
      'workbook_large',
    ],
    [
      'defines entities',
      () => writeWorkbook({ One: HEAD }, { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' }),
      'workbook',
    ],
    ['has a million columns', () => writeWorkbook({ One: row(text('XFD1', 'a')) }), 'too_many_columns'],
    [
      'has a row of a million cells',
      () => writeWorkbook({ One: `<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>` }),
      'too_many_columns',
    ],
    ['has too many rows', () => writeWorkbook({ One: row(text('A1', 'a')).repeat(5_002) }), 'too_many_rows'],
    ['is empty', () => writeWorkbook({ One: '' }), 'no_rows'],
    [
      'has a million rows without an end',
      () => writeWorkbook({ One: '<row r="1">'.repeat(1_000_000) }),
      'no_rows',
    ],
    [
      'has a million texts without an end',
      () => writeWorkbook({ One: '' }, { 'xl/sharedStrings.xml': '<si><rPh><t>'.repeat(1_000_000) }),
      'no_rows',
    ],
    ['is of another program', () => writeZip({ 'content.xml': '<office/>' }), 'workbook'],
    ['is cut off', () => damaged.slice(0, damaged.length - 30), 'workbook'],
    ['is damaged', () => damaged.map((byte, at) => (at > 300 && at < 340 ? byte ^ 255 : byte)), 'workbook'],
  ])('%s', async (_, write, problem) => {
    expect(await read(write())).toBe(problem);
  });
});
