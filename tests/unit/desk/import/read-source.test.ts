import { beforeAll, expect, it } from 'vitest';
import { speakToBrokers } from '../../../../src/lib/broker/messages.ts';
import { saySourceProblem, type SourceProblem } from '../../../../src/lib/desk/import/problem-words.ts';
import { readPasted, readSource } from '../../../../src/lib/desk/import/read-source.ts';
import { MAX_FILE_BYTES } from '../../../../src/lib/desk/import/read-table.ts';

beforeAll(() => speakToBrokers());
const read = (content: BlobPart) => readSource(new File([content], 'orders.csv'), 'pl');

it.each<[what: string, content: BlobPart, sentence: RegExp]>([
  ['too large', new Uint8Array(MAX_FILE_BYTES + 1), /^This file is too big \(11 MB\)/],
  ['a spreadsheet program’s own', 'PK\u0003\u0004', /^This is a spreadsheet program’s own format/],
  ['without a line break', 'x,'.repeat(1_000_000), /^A line of this file never ends/],
  ['too long', `Name;Town\n${'Ida;Testowo\n'.repeat(5001)}`, /^This table has more than 5,000 rows/],
  ['too wide', `${'x;'.repeat(101)}x\n`, /^This table has a row with more than 100 columns/],
  ['empty', '', /^There is nothing in it/],
])('a file that is %s is told in a sentence', async (_, content, sentence) => {
  expect(saySourceProblem((await read(content)) as SourceProblem, '11')).toMatch(sentence);
});

it('a file that is too large, or can’t be read, isn’t opened', async () => {
  const file = (size: number) => ({ size, arrayBuffer: () => Promise.reject(new Error('opened')) }) as File;
  expect(await readSource(file(MAX_FILE_BYTES + 1), 'pl')).toBe('too_large');
  expect(await readSource(file(MAX_FILE_BYTES), 'pl')).toBe('unreadable');
});

it('pasted cells are read as a file’s are', async () => {
  expect(await readPasted('Name\tTown\nIda\tTesto\0wo')).toMatchObject({
    rows: [
      ['Name', 'Town'],
      ['Ida', 'Testowo'],
    ],
  });
  expect(await readPasted(' \n')).toBe('empty');
});
