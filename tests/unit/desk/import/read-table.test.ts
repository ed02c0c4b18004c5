import { describe, expect, it } from 'vitest';
import { writeCsv } from '../../../../src/lib/desk/csv.ts';
import { readTable } from '../../../../src/lib/desk/import/read-table.ts';

describe('readTable', () => {
  it.each([',', ';', '\t', '|'])('finds the separator %j', async (separator) => {
    const rows = [
      ['order', 'name', 'town'],
      ['1', 'Ida Brzoza', 'Testowo'],
      ['2', 'Oskar Lis', 'Mglisto'],
    ];
    expect(await readTable(rows.map((row) => row.join(separator)).join('\r\n'))).toEqual(rows);
  });

  it('reads quotes, line breaks in cells, and a comma in a semicolon’s table', async () => {
    expect(await readTable('name;note\n"Lis; ""Oskar""";"first\nsecond"\nIda;1,5')).toEqual([
      ['name', 'note'],
      ['Lis; "Oskar"', 'first\nsecond'],
      ['Ida', '1,5'],
    ]);
  });

  it('reads back what the page has saved, without the apostrophe before what isn’t a formula', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['=Lis', '+48 500 000 202'],
    ];
    expect(await readTable(writeCsv(rows, ';').slice(1))).toEqual(rows);
  });

  it('leaves out empty rows and the empty columns at the end, and makes rows equally long', async () => {
    expect(await readTable('a;b;c;;;\n\n;;;;;\n1;;;;;\n1;2;3;;;\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['1', '2', '3'],
    ]);
  });

  it('takes 5,000 rows below the names of the columns, and 100 columns', async () => {
    expect(await readTable(`a;b\n${'1;2\n'.repeat(5000)}`)).toHaveLength(5001);
    expect(await readTable(`a;b\n${'1;2\n'.repeat(5001)}`)).toBe('too_many_rows');
    const columns = (count: number) => Array.from({ length: count }, () => 'x').join(';');
    expect(await readTable(`${columns(100)}\n${columns(100)}`)).toHaveLength(2);
    expect(await readTable(`${columns(101)}\n${columns(101)}`)).toBe('too_many_columns');
  });

  it.each([
    ['a million columns', `${'x;'.repeat(1_000_000)}x`, 'endless_line'],
    ['a line that doesn’t end', 'x'.repeat(5_000_000), 'endless_line'],
    ['a quote that doesn’t end, over many lines', `a;b\n"${'x;y\n'.repeat(200_000)}`, null],
  ])('ends with %s', async (_, text, problem) => {
    const read = await readTable(text);
    if (problem === null) expect(read).toHaveLength(2);
    else expect(read).toBe(problem);
  });
});
