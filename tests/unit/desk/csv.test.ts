import { describe, expect, it } from 'vitest';
import papaparse from 'papaparse';
import { readCell, writeCsv } from '../../../src/lib/desk/csv.ts';

const ODD = [
  '=1+2',
  '+48 500',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  "'=1+2",
  "'’s-Hertogenbosch",
  'a"b',
  'a;b',
  'a,b',
  'line\nbreak',
  ' blank ',
  'ł',
];

describe('writeCsv', () => {
  it.each([',', ';'] as const)(
    'writes a table that a parser reads back unchanged, with delimiter %s',
    (delimiter) => {
      const text = writeCsv([ODD, ['x']], delimiter);
      const { data } = papaparse.parse<string[]>(text.slice(1), { delimiter, skipEmptyLines: true });
      expect(data[0]!.map(readCell)).toEqual(ODD);
      expect(data[1]).toEqual(['x']);
    },
  );

  // Proves: security/harmless-cells.
  it('leaves no cell that a spreadsheet would treat as a formula', () => {
    const { data } = papaparse.parse<string[]>(writeCsv([ODD], ',').slice(1).trimEnd(), { delimiter: ',' });
    expect(data[0]!.filter((cell) => /^\s*[=+\-@＝＋－＠\t\r\n]/.test(cell))).toEqual([]);
    expect(data[0]![0]).toBe("'=1+2");
  });

  it('starts with the byte order mark, so that spreadsheets read UTF-8', () => {
    expect(writeCsv([['ł']], ',')).toBe('\uFEFFł\r\n');
  });
});
