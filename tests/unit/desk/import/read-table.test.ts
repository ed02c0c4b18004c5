import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '../../../../src/lib/desk/csv.ts';
import { readQuoted } from '../../../../src/lib/desk/import/read-quoted.ts';
import { readTable } from '../../../../src/lib/desk/import/read-table.ts';

/** Rows of a text in which every line is readable. */
async function readRows(text: string) {
  const table = await readTable(text);
  if (typeof table !== 'string') expect(table.unread).toEqual([]);
  return typeof table === 'string' ? table : table.rows;
}

describe('readTable', () => {
  it.each([',', ';', '\t', '|'])('detects the delimiter %j', async (separator) => {
    const rows = [
      ['order', 'name', 'town'],
      ['1', 'Ida Brzoza', 'Testowo'],
      ['2', 'Oskar Lis', 'Mglisto'],
    ];
    expect(await readRows(rows.map((row) => row.join(separator)).join('\r\n'))).toEqual(rows);
  });

  it('reads quotes, line breaks in cells, and commas in a table with semicolons', async () => {
    expect(await readRows('name;note\n"Lis; ""Oskar""";"first\nsecond"\nIda;1,5')).toEqual([
      ['name', 'note'],
      ['Lis; "Oskar"', 'first\nsecond'],
      ['Ida', '1,5'],
    ]);
  });

  it('reads back a table that the page has saved, without the added apostrophes', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['=Lis', '+48 500 000 202'],
    ];
    expect(await readRows(writeCsv(rows, ';').slice(1))).toEqual(rows);
  });

  it('drops empty rows and trailing empty columns, and pads rows to equal length', async () => {
    expect(await readRows('a;b;c;;;\n\n;;;;;\n1;;;;;\n1;2;3;;;\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['1', '2', '3'],
    ]);
  });

  it('accepts 5,000 rows below the header, and 100 columns', async () => {
    expect(await readRows(`a;b\n${'1;2\n'.repeat(5000)}`)).toHaveLength(5001);
    expect(await readRows(`a;b\n${'1;2\n'.repeat(5001)}`)).toBe('too_many_rows');
    const columns = (count: number) => Array.from({ length: count }, () => 'x').join(';');
    expect(await readRows(`${columns(100)}\n${columns(100)}`)).toHaveLength(2);
    expect(await readRows(`${columns(101)}\n${columns(101)}`)).toBe('too_many_columns');
  });

  it.each([
    ['a million columns', `${'x;'.repeat(1_000_000)}x`, 'endless_line'],
    ['a line that doesn’t end', 'x'.repeat(5_000_000), 'endless_line'],
    ['a quote that doesn’t end, over many lines', `a;b\n"${'x;y\n'.repeat(200_000)}`, 'too_many_rows'],
  ])('rejects a table with %s', async (_, text, problem) => {
    expect(await readTable(text)).toBe(problem);
  });

  it('uses the delimiter that a spreadsheet declares in the first line', async () => {
    expect(await readRows('sep=;\r\na;b\r\n1,2;3,4\r\n')).toEqual([
      ['a', 'b'],
      ['1,2', '3,4'],
    ]);
  });

  it.each([
    ['="00950"', '00950'],
    ['="+48500000301"', '+48500000301'],
    ["'00950", '00950'],
    ["'#1020", '#1020'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['=1+2', '=1+2'],
  ])('reads %s as %s', async (cell, text) => {
    expect(await readRows(`a;b\nx;${cell}`)).toEqual([
      ['a', 'b'],
      ['x', text],
    ]);
  });
});

describe('readTable: quotes that violate RFC 4180', () => {
  it.each<[string, string, string[][], number[]]>([
    [
      'letters at a cell’s start',
      'a;"Fern" shirt\nb;x',
      [
        ['a', '"Fern" shirt'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'inches at a cell’s end',
      'a;frame of 24"\nb;x',
      [
        ['a', 'frame of 24"'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'one at a start, another four lines later',
      'a;"Fern\nb;x\nc;y\nd;24"',
      [
        ['a', '"Fern'],
        ['b', 'x'],
        ['c', 'y'],
        ['d', '24"'],
      ],
      [],
    ],
    [
      'one that never ends',
      'a;"Fern\nb;x',
      [
        ['a', '"Fern'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'after a backslash',
      'a;"Fern \\"Mini\\""\nb;x',
      [
        ['a', 'Fern "Mini"'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'behind a blank, with a separator inside',
      'a; "x;y"\nb;x',
      [
        ['a', 'x;y'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'a cell with a line break',
      'a;"x\ny"\nb;x',
      [
        ['a', 'x\ny'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'one with a line break, first in its row',
      '"x\ny";a\nb;x',
      [
        ['x\ny', 'a'],
        ['b', 'x'],
      ],
      [],
    ],
    [
      'a note that has a separator in a line',
      'a;"x\n1;2\ny"\nb;x',
      [
        ['a', 'x\n1;2\ny'],
        ['b', 'x'],
      ],
      [],
    ],
    ['a separator behind a quote in a cell', 'a;"Fern" shirt; new\nb;x', [['b', 'x']], [2]],
  ])('%s', async (_, text, rows, unread) => {
    const expected = { rows: [['head', 'other'], ...rows], unread };
    expect(await readTable(`head;other\n${text}`)).toMatchObject(expected);
  });

  it('don’t make the parser read lines again and again, even if each line has a stray one', () => {
    const lines = Array.from({ length: 1000 }, () => 'x;"y');
    let parsed = 0;
    const parse = ((text: string, config: object) => {
      parsed += text.length;
      return papaparse.parse(text, config);
    }) as typeof papaparse.parse;
    for (const at of lines.keys()) readQuoted(lines, at, { delimiter: ';', width: 2, parse });
    expect(parsed).toBeLessThan(lines.join('\n').length * 5);
  });

  it('are parsed in the reported tables, with every order of a file and of pasted cells', async () => {
    const orders = ['2001;Hat', '2002;"Fern" shirt', '2003;Hat', '2004;frame of 24"', '2005;Hat', '2006;Hat'];
    const text = ['Order number;Product', ...orders].join('\n');
    expect(await readRows(text)).toHaveLength(7);
    expect(await readRows(text.replaceAll(';', '\t'))).toHaveLength(7);
  });

  it('lose no order: the rows and the unread lines are all lines of the file', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'B', '1', ' ', '"', "'", '\\', ',', 'ł'),
      maxLength: 8,
    });
    const rfc = (text: string) => `"${text.replaceAll('"', '""')}"`;
    // As written by a program that quotes, one that never quotes, and one that quotes without doubling.
    const written = fc.tuple(
      cell,
      fc.constantFrom(rfc, String, (text: string) => `"${text}"`),
    );
    const line = fc.array(written, { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const orders = lines.map((cells, at) => [
          `O-${at}`,
          ...cells.map(([text, write]) => write(text)),
          'x',
        ]);
        const text = [['order', 'note', 'product', 'end'], ...orders]
          .map((cells) => cells.join(';'))
          .join('\n');
        const table = await readTable(text);
        if (typeof table === 'string') throw new Error(table);
        expect(table.rows.length - 1 + table.unread.length).toBe(orders.length);
        // No order is part of another one's row.
        const numbers = table.rows.slice(1).map((cells) => cells[0]!);
        const unread = new Set(table.unread);
        expect(numbers).toEqual(orders.flatMap(([number], at) => (unread.has(at + 2) ? [] : [number!])));
      }),
      { numRuns: 1000 },
    );
  });
});
