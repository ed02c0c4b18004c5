import { expect, it, vi } from 'vitest';
import { readBody } from '#platform/read-body.ts';

/** A stream as in Safari, where `for await` can't iterate over it. */
function makeStream(chunks: readonly string[], cancel?: () => void): ReadableStream<Uint8Array> {
  const waiting = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    },
    ...(cancel && { cancel }),
  });
  Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined });
  return stream;
}

it('a body is read in browsers that can’t iterate over streams', async () => {
  const stream = makeStream(['one ', 'two']);
  expect(new TextDecoder().decode((await readBody(stream, 7))!)).toBe('one two');
  expect(stream.locked).toBe(false);
});

it('the rest of a body that is too long is neither read nor awaited', async () => {
  const cancel = vi.fn();
  expect(await readBody(makeStream(['one ', 'two', 'three'], cancel), 6)).toBeNull();
  expect(cancel).toHaveBeenCalledOnce();
});

it('the failure of a body reaches the caller', async () => {
  const broken = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new TypeError('cut')) });
  await expect(readBody(broken, 6)).rejects.toThrow('cut');
});
