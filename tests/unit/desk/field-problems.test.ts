import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { findFormErrors } from '../../../src/lib/desk/field-problems.ts';

const SCHEMA = z.object({
  name: z.string().check(z.minLength(1)),
  phone: z.object({ prefix: z.string().check(z.minLength(1)) }),
  phones: z.string().check(z.minLength(1)),
});
const BODY = { name: '', phone: { prefix: '' }, phones: '' };

it('a form’s own error replaces those of the schema at and below its path, and no others', () => {
  expect(findFormErrors(SCHEMA, BODY, { phone: 'phone', name: false })).toEqual([
    { path: 'name', codes: ['required'] },
    { path: 'phones', codes: ['required'] },
    { path: 'phone', codes: ['phone'] },
  ]);
});

it('a form without errors has none', () => {
  const body = { name: 'Ida', phone: { prefix: '+48' }, phones: 'one' };
  expect(findFormErrors(SCHEMA, body, { name: false })).toEqual([]);
});
