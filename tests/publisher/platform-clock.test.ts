import { describe, expect, it } from 'vitest';
import { makeItems, makePlatform, makeSettings, NOW_MS, run } from './made-up-platform.ts';
import { readPublished, versionsIn } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const HOUR_MS = 3_600_000;

/** Publishes from a platform whose answers have these dates, given by how far this machine's clock is ahead. */
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
  const refusal = await run(makeSettings(folder), { fetch }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(versionsIn(folder)).toHaveLength(refusal === null ? 1 : 0);
  return refusal ?? readPublished(folder).manifest.walkedAt;
}

describe('Machine with a wrong clock', () => {
  it.each([
    ['400 days ahead', 400 * 24 * HOUR_MS, "this machine's clock is 400 days ahead of the platform's"],
    ['one time zone behind', -HOUR_MS, "this machine's clock is 60 min behind the platform's"],
    ['an hour ahead', HOUR_MS, 'it says 2026-11-21T08:00:00.000Z'],
  ])('publishes nothing if the clock is %s', async (_how, ahead, sentence) => {
    expect(await publish(ahead)).toContain(sentence);
  });

  it.each([
    ['right', [0]],
    ['a little wrong', [-40 * 60_000]],
    ['right by some of the answers, and the others came from a cache', [9 * HOUR_MS, 1_000]],
    ['anything, and the platform sends no time', [null]],
    ['anything, and the platform’s time is unreadable', ['yesterday']],
  ])('publishes if the clock is %s', async (_how, ahead) => {
    expect(await publish(...ahead)).toBe('2026-11-21T08:00:00.000Z');
  });
});
