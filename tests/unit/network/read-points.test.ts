import { expect, it } from 'vitest';
import { makeGrid, openTest, WHOLE_WORLD } from './open-test-snapshot.ts';
import { waitFor } from '../../wait-for.ts';

it('without a connection to the tables a point is known that the map has loaded since the question', async () => {
  const { snapshot, host } = await openTest(makeGrid(2));
  let fail = (_error: Error) => {};
  const refused = new Promise<Response>((_, reject) => (fail = reject));
  host.instead = (name) => (name.includes('/ids/') ? refused : null);
  const [known, unknown] = ['PL_0', 'PL_99'].map((id) => snapshot.findById(id));
  const absent = expect(unknown).rejects.toMatchObject({ code: 'network' });
  await waitFor(() => expect(host.requested.some(({ name }) => name.includes('/ids/'))).toBe(true));
  await snapshot.source.loadIn(WHOLE_WORLD);
  fail(new TypeError('offline'));
  expect(await known).toMatchObject({ id: 'PL_0' });
  await absent;
});
