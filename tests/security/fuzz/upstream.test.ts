import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUpstreamFetch } from '#platform/fetch-upstream.ts';
import { AppError } from '#platform/errors.ts';
import { hostileValues } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const MAX_BYTES = 10_000;

/** A page of the list meant to exhaust its reader: spaces, one long text, deep nesting, many values. */
const bombs = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map((length) => `{"items":[${' '.repeat(length)}]}`),
  fc.integer({ min: 1, max: 20_000 }).map((length) => `{"items":["${'x'.repeat(length)}"]}`),
  fc.integer({ min: 1, max: 4_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 4_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
  fc.integer({ min: 1, max: 4_000 }).map((count) => `[${'[],'.repeat(count)}0]`),
  fc.integer({ min: 1, max: 4_000 }).map((depth) => '['.repeat(depth)),
  hostileValues,
);
const pages = fc.record({
  text: bombs,
  /** Size of a chunk in bytes. */
  chunk: fc.integer({ min: 100, max: 5_000 }),
  isEndless: fc.boolean(),
});

describe('Fuzzing: pages of the platform', PATIENCE, () => {
  // Proves: security/bounded-answers.
  it('hostile pages are read up to a limit and parsed if they are modest, else refused', async () => {
    let refused = 0;
    let read = 0;
    await sendThrough('pages of any size', pages, async ({ text, chunk, isEndless }) => {
      const bytes = new TextEncoder().encode(text);
      let sent = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (sent >= bytes.length && !isEndless) return controller.close();
            controller.enqueue(
              sent < bytes.length ? bytes.slice(sent, sent + chunk) : new Uint8Array(chunk).fill(32),
            );
            sent += chunk;
          },
        },
        { highWaterMark: 0 },
      );
      const fetchPage = createUpstreamFetch(() => Promise.resolve(new Response(body)), 'request-1', {
        maxBytes: MAX_BYTES,
      });
      try {
        const answer = await fetchPage('https://api.platform.example/points');
        expect(isEndless || bytes.length > MAX_BYTES).toBe(false);
        expect(await answer.text()).toBe(text);
        read++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe('malformed');
        expect(error.message).not.toContain('globalThis');
        refused++;
      }
      expect(sent).toBeLessThanOrEqual(MAX_BYTES + 2 * chunk);
    });
    expect(Math.min(read, refused)).toBeGreaterThan(INPUTS / 20);
  });
});
