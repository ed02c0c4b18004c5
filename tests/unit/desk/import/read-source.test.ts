import { beforeAll, expect, it } from 'vitest';
import { loadBrokerMessages } from '../../../../src/lib/broker/messages.ts';
import {
  describeSourceProblem,
  type SourceProblem,
} from '../../../../src/lib/desk/import/describe-source-problem.ts';
import { readPasted, readSource } from '../../../../src/lib/desk/import/read-source.ts';
import { MAX_FILE_BYTES } from '../../../../src/lib/desk/import/read-table.ts';

beforeAll(() => loadBrokerMessages());
const read = (content: BlobPart) => readSource(new File([content], 'orders.csv'), 'pl');

it.each<[what: string, content: BlobPart, sentence: RegExp]>([
  ['too large', new Uint8Array(MAX_FILE_BYTES + 1), /^This file is too big \(11 MB\)/],
  ['a native spreadsheet file', 'PK\u0003\u0004', /^This spreadsheet format can’t be read here/],
  ['without a line break', 'x,'.repeat(1_000_000), /^A line of this file never ends/],
  ['too long', `Name;Town\n${'Ida;Testowo\n'.repeat(5001)}`, /^This table has more than 5,000 rows/],
  ['too wide', `${'x;'.repeat(101)}x\n`, /^This table has a row with more than 100 columns/],
  ['empty', '', /^There is nothing in it/],
])('Import: the error for a file that is %s is a sentence', async (_, content, sentence) => {
  expect(describeSourceProblem((await read(content)) as SourceProblem, '11')).toMatch(sentence);
});

it('Import: a file that is too large or unreadable isn’t opened', async () => {
  const file = (size: number) => ({ size, arrayBuffer: () => Promise.reject(new Error('opened')) }) as File;
  expect(await readSource(file(MAX_FILE_BYTES + 1), 'pl')).toBe('too_large');
  expect(await readSource(file(MAX_FILE_BYTES), 'pl')).toBe('unreadable');
});

it('Import: pasted cells are read like those of a file', async () => {
  expect(await readPasted('Name\tTown\nIda\tTesto\0wo')).toMatchObject({
    rows: [
      ['Name', 'Town'],
      ['Ida', 'Testowo'],
    ],
  });
  expect(await readPasted(' \n')).toBe('empty');
});
