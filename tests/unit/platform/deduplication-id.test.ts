import { createHash } from 'node:crypto';
import { makeDeduplicationId } from '#platform/deduplication-id.ts';
import { expect, it } from 'vitest';

it('the same words give the same id, and others another', async () => {
  const id = await makeDeduplicationId('T_1042', 'PL_WAW1', 0, '7x1');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const hash = createHash('sha256').update('["T_1042","PL_WAW1",0,"7x1"]').digest('hex');
  expect(
    id
      .replaceAll('-', '')
      .replace(/^(.{12})./, '$1')
      .slice(0, 15),
  ).toBe(hash.slice(0, 12) + hash.slice(13, 16));
  expect(await makeDeduplicationId('T_1042', 'PL_WAW1', 0, '7x1')).toBe(id);
  for (const words of [
    ['T_1042', 'PL_WAW1', '0', '7x1'],
    ['T_1042PL_WAW1', 0, '7x1'],
    ['T_1042', 'PL_WAW1', 0, '7x2'],
  ])
    expect(await makeDeduplicationId(...words)).not.toBe(id);
});
