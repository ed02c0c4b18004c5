import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlatformFetch } from '../../../publisher/platform-fetch.ts';
import { AppError } from '#platform/errors.ts';
import { hostileValues, oneOf } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

/**
 * Limits of a page with a number of points: 8 KB and 400 values each, and at least those of 500
 * points.
 */
const limitsOf = (perPage: number) => ({
  bytes: Math.max(500, perPage) * 8_192,
  values: Math.max(500, perPage) * 400,
});
const MEGABYTE = new Uint8Array(1_000_000).fill(32);
const STORED = ['content-type', 'retry-after', 'www-authenticate', 'x-request-id'];

type End = 'closed' | 'endless' | 'broken';
interface Page {
  text: string;
  end: End;
  status: number;
  headers: [string, string][];
  perPage: number;
  isWithoutBody: boolean;
}
const texts = oneOf(
  [8, hostileValues],
  [2, fc.constantFrom('', ' ', '\ufeff{}', '{"items":[', '\u0000', '"\\ud800"')],
  [1, fc.integer({ min: 1, max: 64 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))],
  [1, fc.integer({ min: 100_000, max: 300_000 }).map((count) => `[${'0,'.repeat(count)}0]`)],
);
const pages: fc.Arbitrary<Page> = fc.record({
  text: texts,
  end: oneOf(
    [20, fc.constant<End>('closed')],
    [2, fc.constant<End>('broken')],
    [1, fc.constant<End>('endless')],
  ),
  status: oneOf(
    [3, fc.constant(200)],
    [1, fc.constantFrom(204, 206, 301, 304, 400, 401, 429, 500, 503, 599, 0, 101, 600, 999)],
  ),
  headers: fc.array(
    fc.tuple(
      fc.constantFrom(...STORED, 'set-cookie', 'location', 'content-length', 'content-encoding', 'x-other'),
      fc.constantFrom('', '0', '-1', '1e99', 'gzip', 'application/json', 'https://evil.example/', '<script>'),
    ),
    { maxLength: 4 },
  ),
  perPage: fc.constantFrom(1, 25, 500, 501, 700),
  isWithoutBody: fc.constantFrom(false, false, false, true),
});

/** An answer as it comes from the network, which may have any status, and a body that never ends or breaks off. */
function send({ text, end, status, headers, isWithoutBody }: Page) {
  const observed = { bytes: 0, isLeft: false };
  const first = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (observed.bytes >= first.length) {
          if (end === 'closed') return controller.close();
          if (end === 'broken') return controller.error(new TypeError('terminated'));
        }
        const chunk = observed.bytes < first.length ? first : MEGABYTE;
        observed.bytes += chunk.length;
        controller.enqueue(chunk);
      },
      cancel: () => void (observed.isLeft = true),
    },
    { highWaterMark: 0 },
  );
  const answer = new Response(isWithoutBody ? null : body, { headers });
  Object.defineProperty(answer, 'status', { value: status });
  return { answer, seen: observed };
}

/** Number of JSON values, counted by commas and brackets outside strings, and their depth. */
function measure(text: string): { values: number; depth: number } {
  const marks = text.replace(/"(\\.|[^"\\])*("|$)/gs, '').replace(/[^[\]{},]/g, '');
  let depth = 0;
  let deepest = 0;
  for (const mark of marks) {
    if (mark === ',') continue;
    depth += mark === '[' || mark === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return { values: marks.replace(/[\]}]/g, '').length, depth: deepest };
}

describe('Fuzzing: platform answers to the publisher', PATIENCE, () => {
  it('hostile answers are passed on unchanged or refused, within the size of a page, and nothing stays open', async () => {
    let [read, refused] = [0, 0];
    await sendThrough('answers to the publisher', pages, async (page) => {
      const { answer, seen: observed } = send(page);
      const limits = limitsOf(page.perPage);
      const { values, depth } = measure(page.text);
      const hasBody = !page.isWithoutBody;
      const isStatus = page.status >= 200 && page.status <= 599;
      const isModest = !hasBody || (depth <= 32 && values <= limits.values);
      const isBroken = hasBody && page.end === 'broken';
      try {
        const given = await createPlatformFetch(
          () => Promise.resolve(answer),
          page.perPage,
        )('https://a.example/');
        expect([isStatus, isModest, hasBody && page.end !== 'closed']).toEqual([true, true, false]);
        expect(given.status).toBe(page.status);
        const isNull = !hasBody || [204, 304].includes(page.status);
        expect(Buffer.from(await given.arrayBuffer()).toString()).toBe(
          isNull ? '' : Buffer.from(page.text).toString(),
        );
        expect([...given.headers.keys()].filter((name) => !STORED.includes(name))).toEqual([]);
        read++;
      } catch (error) {
        if (isBroken && error instanceof TypeError) return;
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe('malformed');
        expect(error.message).not.toContain('globalThis');
        expect(isStatus && isModest && (!hasBody || page.end === 'closed')).toBe(false);
        if (hasBody && (!isStatus || page.end === 'endless')) expect(observed.isLeft).toBe(true);
        refused++;
      }
      expect(observed.bytes).toBeLessThanOrEqual(limits.bytes + MEGABYTE.length);
    });
    expect(Math.min(read, refused)).toBeGreaterThan(INPUTS / 20);
  });
});
