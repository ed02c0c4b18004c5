import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createParcelReader } from '../../../functions/parcels/parcel-reader.ts';
import { emptyParcelAnswer, type PublicParcel } from '#contract/public-parcel.ts';

const MB = 1024 * 1024;

/** A reader, and how often each number was requested. */
function start(describe: (number: string) => Promise<PublicParcel | AppError>) {
  const clock = { nowMs: 0 };
  const reader = createParcelReader(() => clock.nowMs);
  const requested: string[] = [];
  const request = async (numbers: readonly string[]) => {
    requested.push(...numbers);
    return new Map(
      await Promise.all(numbers.map(async (number) => [number, await describe(number)] as const)),
    );
  };
  return {
    clock,
    requested,
    reader,
    request,
    read: (...numbers: string[]) => reader.read(numbers, request),
  };
}

const described = (number: string) => Promise.resolve(emptyParcelAnswer(number, 'unknown', null));

describe('Parcel reader’s cache', () => {
  it('cached parcels take at most 16 MB, and the least recently used ones are read again', async () => {
    const { read, requested } = start(async (number) => ({
      ...(await described(number)),
      since: 'x'.repeat(5 * MB),
    }));
    for (const number of ['a', 'b', 'c', 'a', 'd']) await read(number);
    expect(requested).toEqual(['a', 'b', 'c', 'd']);
    await read('a', 'c', 'd');
    expect(requested).toEqual(['a', 'b', 'c', 'd']);
    await read('b');
    expect(requested.slice(4)).toEqual(['b']);
  });

  it('cached errors count by the length of their text', async () => {
    const problems = ['x'.repeat(6 * MB)];
    const { read, requested } = start((number) =>
      number === 'a'
        ? described(number)
        : Promise.resolve(new AppError('malformed', 'Unreadable.', { problems })),
    );
    for (const number of ['a', 'b', 'c', 'd']) await read(number);
    await read('d');
    expect(requested).toEqual(['a', 'b', 'c', 'd']);
    await read('a');
    expect(requested.slice(4)).toEqual(['a']);
  });

  it('at most a thousand calls are shared: beyond that, the oldest unfinished ones are made again', async () => {
    let finish = () => undefined as void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { read, requested } = start((number) => finished.then(() => described(number)));
    const reads = Array.from({ length: 1_000 }, (_, at) => read(String(at)));
    reads.push(read('999'));
    expect(requested).toHaveLength(1_000);
    reads.push(read('one more'), read('0'));
    expect(requested.slice(1_000)).toEqual(['one more', '0']);
    // A caller that waits for another's call asks for its outcome again and again, also during the tests of other files.
    finish();
    await Promise.all(reads);
  });
});

it('callers that want a fresh answer get one, at most every five seconds for all of them', async () => {
  const { reader, request, requested, clock } = start(described);
  const readAgain = () => Promise.all(Array.from({ length: 100 }, () => reader.read(['a'], request, true)));
  await reader.read(['a'], request);
  clock.nowMs = 5_000;
  await readAgain();
  expect(requested).toHaveLength(2);
  clock.nowMs = 9_999;
  await readAgain();
  expect(requested).toHaveLength(2);
  clock.nowMs = 60_000;
  // Other callers get the same answer.
  await reader.read(['a'], request);
  expect(requested).toHaveLength(2);
});

it('concurrent callers share one read, and a number is read again after the clock was set back', async () => {
  let settle = () => undefined as void;
  const { read, requested, clock } = start(async (number) => {
    await new Promise<void>((resolve) => (settle = resolve));
    return described(number);
  });
  const first = read('a');
  const others = Promise.all(Array.from({ length: 100 }, () => read('a')));
  settle();
  const json = JSON.stringify(emptyParcelAnswer('a', 'unknown', null));
  expect(await first).toEqual([{ json, status: 'unknown', readAtMs: 0 }]);
  expect(await others).toEqual(Array(100).fill(await first));
  expect(requested).toEqual(['a']);
  clock.nowMs = -1;
  void read('a');
  expect(requested).toEqual(['a', 'a']);
});

it('an error that isn’t the platform’s is thrown, and not cached', async () => {
  const { read, requested } = start(() => Promise.reject(new TypeError('a mistake')));
  await expect(read('a', 'b')).rejects.toThrow('a mistake');
  await expect(read('a')).rejects.toThrow('a mistake');
  expect(requested).toEqual(['a', 'b', 'a']);
});
