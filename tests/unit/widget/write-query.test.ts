import { expect, it } from 'vitest';
import { writeQuery } from '../../../packages/elements/picker/write-query.ts';

it('a query includes 0 as a value, and never the word undefined', () => {
  const fields = { latitude: 0, longitude: '21.01', zoom: undefined, language: '', filter: null };
  expect(writeQuery(Object.entries(fields))).toBe('latitude=0&longitude=21.01');
});
