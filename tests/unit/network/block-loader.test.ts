import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createBlockLoader } from '#network/block-loader.ts';
import { settle } from './open-test-snapshot.ts';

/** A loader whose blocks the test resolves. */
function makeLoader() {
  const begun: number[] = [];
  const answers = new Map<number, { resolve: (block: string) => void; reject: (error: unknown) => void }>();
  const pauses: (() => void)[] = [];
  const loader = createBlockLoader<string>({
    read: (index) => {
      begun.push(index);
      return new Promise((resolve, reject) => answers.set(index, { resolve, reject }));
    },
    onchange: () => {},
    now: () => 0,
    wait: () => new Promise((resolve) => pauses.push(resolve)),
  });
  return { loader, begun, answers, pauses };
}

describe('the loader of blocks', () => {
  it('has six requests under way, and begins the next when one has come', async () => {
    const { loader, begun, answers } = makeLoader();
    loader.want([9, 8, 7, 6, 5, 4, 3, 2]);
    expect(begun).toEqual([9, 8, 7, 6, 5, 4]);
    answers.get(7)!.resolve('seven');
    await settle();
    expect(begun).toEqual([9, 8, 7, 6, 5, 4, 3]);
    expect(loader.get(7)).toBe('seven');
  });

  it('drops what an earlier view wanted and what has not begun', async () => {
    const { loader, begun, answers } = makeLoader();
    loader.want([1, 2, 3, 4, 5, 6, 7, 8]);
    loader.want([20]);
    answers.get(1)!.resolve('');
    await settle();
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 20]);
  });

  it('serves who waits before the view, with one request for all', async () => {
    const { loader, begun, answers } = makeLoader();
    loader.want([1, 2, 3, 4, 5, 6, 7]);
    const first = loader.load(30);
    const second = loader.load(30);
    answers.get(1)!.resolve('');
    await settle();
    expect(begun.slice(6)).toEqual([30]);
    answers.get(30)!.resolve('thirty');
    expect(await Promise.all([first, second])).toEqual(['thirty', 'thirty']);
  });

  it('drops what somebody waited for and gave up, while others still get it', async () => {
    const { loader, begun, answers } = makeLoader();
    loader.want([1, 2, 3, 4, 5, 6]);
    const giveUp = new AbortController();
    const given = loader.load(30, giveUp.signal);
    const shared = loader.load(31, giveUp.signal);
    const stored = loader.load(31);
    giveUp.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await expect(shared).rejects.toMatchObject({ code: 'aborted' });
    answers.get(1)!.resolve('');
    await settle();
    expect(begun.slice(6)).toEqual([31]);
    answers.get(31)!.resolve('x');
    expect(await stored).toBe('x');
  });

  it('lets others go on during the pause before another attempt', async () => {
    const { loader, begun, answers } = makeLoader();
    loader.want([1, 2, 3, 4, 5, 6, 7]);
    answers.get(1)!.reject(new AppError('network', ''));
    await settle();
    expect(begun.slice(6)).toEqual([7]);
  });

  it('doesn’t hold it against a block that its view was left during a pause', async () => {
    const { loader, begun, answers, pauses } = makeLoader();
    loader.want([1]);
    answers.get(1)!.reject(new AppError('network', ''));
    await settle();
    loader.want([]);
    pauses[0]!();
    await settle();
    expect(loader.failed.size).toBe(0);
    loader.want([1]);
    expect(begun).toEqual([1, 1]);
  });

  it('forgets the blocks that were unused for longest', async () => {
    const { loader, answers } = makeLoader();
    for (let index = 0; index < 300; index++) {
      loader.want([index]);
      answers.get(index)!.resolve(String(index));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([...loader.loaded()]).toHaveLength(256);
    expect(loader.get(0)).toBeUndefined();
    expect(loader.get(299)).toBe('299');
  });

  it('rejects at once what is requested after it was closed', async () => {
    const { loader, begun } = makeLoader();
    loader.close();
    await expect(loader.load(1)).rejects.toMatchObject({ code: 'aborted' });
    expect(begun).toEqual([]);
  });

  it('rejects who waits when it is closed', async () => {
    const { loader } = makeLoader();
    const waiting = loader.load(1);
    loader.close();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });
});
