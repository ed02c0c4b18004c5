import { beforeEach, describe, expect, it } from 'vitest';
import { ENCODINGS, type Encoding } from '../../../../src/lib/desk/import/encodings.ts';
import { createImport, importSchema, saveImport } from '../../../../src/lib/desk/import/import-record.ts';
import { listReadings, recode, settleEncoding } from '../../../../src/lib/desk/import/recode.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';

beforeEach(() => void startBrowser());

describe('recode', () => {
  it.each([
    ['Jřrgen', 'windows-1250', 'windows-1252', 'Jørgen'],
    ['¯ó³æ', 'windows-1252', 'iso-8859-2', 'Żółć'],
    ['Жуля', 'windows-1251', 'windows-1252', 'Æóëÿ'],
  ] as const)('reads %s of %s in %s', (text, from, to, expected) => {
    expect(recode(text, from, to)).toBe(expected);
    expect(recode(expected, to, from)).toBe(text);
  });

  it('loses no byte between any two encodings of one byte per letter', () => {
    const single = ENCODINGS.filter((encoding) => !encoding.startsWith('utf'));
    for (const from of single)
      for (const to of single) {
        const text = recode(String.fromCharCode(...Array.from({ length: 96 }, (_, at) => at + 32)), from, to);
        expect(recode(text, to, from)).toBe(text);
        const beyond = recode('äöü', 'windows-1252', from);
        expect(recode(recode(beyond, from, to), to, from)).toBe(beyond);
      }
  });
});

describe('The question about the encoding of an import', () => {
  const open = async (
    header: string[],
    encoding: Encoding = 'windows-1250',
    other: Encoding = 'windows-1252',
  ) => {
    const desk = await openDesk();
    const rows = [header, ['Ada', 'Orly'], ['Jřrgen', 'Ry']];
    const how = { name: 'x.csv', encoding, others: [other], nowMs: 0 };
    const record = await createImport(desk, { rows, widths: [], unread: [] }, how);
    await saveImport(desk, record);
    // As after a reload, without the file.
    return { desk, record: (await desk.store.read('imports', record.id, importSchema))! };
  };

  it('shows the first row that is read differently, in each encoding', async () => {
    const { record } = await open(['Name', 'Town']);
    expect(record.otherEncodings).toEqual(['windows-1252']);
    expect(listReadings(record, ['windows-1250', 'windows-1252'])).toEqual(['Jřrgen · Ry', 'Jørgen · Ry']);
  });

  it('is answered after a reload too, without losing what was edited, ticked and matched', async () => {
    const { desk, record } = await open(['Name', 'Town']);
    const [first, second] = record.rows as [(typeof record.rows)[number], (typeof record.rows)[number]];
    const edited = { ...record, rows: [{ ...first, edits: { city: 'Paris' } }, second] };
    const settled = await settleEncoding(desk, edited, 'windows-1252');
    expect(settled).toMatchObject({ encoding: 'windows-1252', otherEncodings: [], columns: record.columns });
    expect(settled.rows).toEqual([edited.rows[0], { ...second, cells: ['Jørgen', 'Ry'] }]);
    expect(await settleEncoding(desk, edited, 'windows-1250')).toEqual({ ...edited, otherEncodings: [] });
  });

  it('matches the columns again if their names were read wrong', async () => {
    const wrong = recode('Місто', 'windows-1251', 'windows-1252');
    const { desk, record } = await open(['Name', wrong], 'windows-1252', 'windows-1251');
    expect(record.columns).toEqual(['fullName', null]);
    const settled = await settleEncoding(desk, record, 'windows-1251');
    expect([settled.header, settled.columns]).toEqual([
      ['Name', 'Місто'],
      ['fullName', 'city'],
    ]);
  });
});
