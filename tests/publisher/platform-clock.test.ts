import { describe, expect, it } from 'vitest';
import { makeItems, makePlatform, makeSettings, NOW_MS, run } from './made-up-platform.ts';
import { readPublished, versionsIn } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const HOUR_MS = 3_600_000;

/** Publishes from a platform whose answers are dated as given, by how far this machine's clock is ahead. */
async function publish(...aheadMs: (number | string | null)[]) {
  const folder = makeFolder();
  const platform = makePlatform(makeItems(10));
  let answers = 0;
  const fetch: typeof platform.fetch = async (input, init) => {
    const answer = await platform.fetch(input, init);
    const ahead = aheadMs[answers++ % aheadMs.length]!;
    const date = typeof ahead === 'number' ? new Date(NOW_MS - ahead).toUTCString() : ahead;
    if (date !== null) answer.headers.set('date', date);
    return answer;
  };
  const said = await run(makeSettings(folder), { fetch }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(versionsIn(folder)).toHaveLength(said === null ? 1 : 0);
  return said ?? readPublished(folder).manifest.walkedAt;
}

describe('a machine whose clock is wrong', () => {
  it.each([
    ['400 days ahead', 400 * 24 * HOUR_MS, "this machine's clock is 400 days ahead of the platform's"],
    ['one time zone behind', -HOUR_MS, "this machine's clock is 60 min behind the platform's"],
    ['an hour ahead', HOUR_MS, 'it says 2026-11-21T08:00:00.000Z'],
  ])('publishes nothing, %s', async (_how, ahead, sentence) => {
    expect(await publish(ahead)).toContain(sentence);
  });

  it.each([
    ['right', [0]],
    ['a little wrong', [-40 * 60_000]],
    ['right, as some of the answers say: the others were kept in a cache', [9 * HOUR_MS, 1_000]],
    ['anything, and the platform tells no time', [null]],
    ['anything, and the platform tells none that can be read', ['yesterday']],
  ])('publishes where its clock is %s', async (_how, ahead) => {
    expect(await publish(...ahead)).toBe('2026-11-21T08:00:00.000Z');
  });
});
