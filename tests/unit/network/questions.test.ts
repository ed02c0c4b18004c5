import { expect, it } from 'vitest';
import { followSnapshot } from '../../../src/lib/network/follow-snapshot.ts';
import { openSnapshot } from '../../../src/lib/network/open-snapshot.ts';
import { forwardQuestions, type Questions } from '../../../src/lib/network/questions.ts';
import { BASE_URL, createHost, makeGrid, NOW_MS, openTest, WHOLE_WORLD } from './open-test-snapshot.ts';
import { publish } from './publish-in-memory.ts';
import { waitFor } from '../../wait-for.ts';

it('questions are put, as they were asked, to whoever answers at that moment', async () => {
  const answering = (name: string) =>
    ({ findIds: (...asked: unknown[]) => Promise.resolve([name, ...asked]) }) as unknown as Questions;
  let answers = Promise.resolve(answering('the code that was loaded'));
  const questions = forwardQuestions((question) => answers.then(question));
  expect(await questions.findIds('PL', 3)).toEqual(['the code that was loaded', 'PL', 3]);
  answers = Promise.resolve(answering('the next version'));
  expect(await questions.findIds('PL', 3)).toEqual(['the next version', 'PL', 3]);
});

it('a network that is followed has all that a version of it has, and can be renewed', async () => {
  const { fetch } = createHost((await publish(makeGrid(2))).files);
  const options = { baseUrl: BASE_URL, fetch, now: () => NOW_MS };
  const [version, followed] = await Promise.all([openSnapshot(options), followSnapshot(options)]);
  const names: string[] = [];
  for (const name in followed) names.push(name);
  expect(names.sort()).toEqual([...Object.keys(version), 'renew'].sort());
  expect(followed.ageMs(NOW_MS)).toBe(version.ageMs(NOW_MS));
});

it('without a connection to the tables a point is known that the map has loaded since the question', async () => {
  const { snapshot, host } = await openTest(makeGrid(2));
  let fail = (_error: Error) => {};
  const refused = new Promise<Response>((_, reject) => (fail = reject));
  host.instead = (name) => (name.includes('/ids/') ? refused : null);
  const [known, unknown] = ['PL_0', 'PL_99'].map((id) => snapshot.findById(id));
  const absent = expect(unknown).rejects.toMatchObject({ code: 'network' });
  await waitFor(() => expect(host.asked.some(({ name }) => name.includes('/ids/'))).toBe(true));
  await snapshot.loadIn(WHOLE_WORLD);
  fail(new TypeError('offline'));
  expect(await known).toMatchObject({ id: 'PL_0' });
  await absent;
});
