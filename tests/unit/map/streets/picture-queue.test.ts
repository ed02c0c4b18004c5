import { describe, expect, it } from 'vitest';
import { createPictureQueue } from '../../../../src/lib/map/streets/picture-queue.ts';

const ZOOM = 16;
const picture = (id: number) => ({ id, x: id, y: 0 });

/** A queue in which pictures wait. */
function start(...ids: number[]) {
  const queue = createPictureQueue();
  const want = (ids: number[], zoom = ZOOM) => queue.setWaiting(ids.map(picture), zoom);
  want(ids);
  const take = (isReady = (_id: number) => true) => queue.take(({ id }) => isReady(id));
  return { queue, want, take };
}

describe('pictures in the queue', () => {
  it('pictures are painted in the page’s order, those with loaded tiles first', () => {
    const { take } = start(1, 2, 3);
    expect(take((id) => id > 1)).toEqual({ ...picture(2), zoom: ZOOM });
    expect(take()?.id).toBe(1);
    expect(take((id) => id !== 3)).toBeUndefined();
    expect(take()?.id).toBe(3);
    expect(take()).toBeUndefined();
  });

  it('each picture is reported once', () => {
    const { queue, take } = start(1, 2);
    queue.settle(take()!, 'painted');
    queue.settle(take()!, 'empty');
    expect(queue.takeReports()).toEqual([
      { id: 1, outcome: 'painted' },
      { id: 2, outcome: 'empty' },
    ]);
    expect(queue.takeReports()).toEqual([]);
  });

  it('pictures requested again are painted again only if they aren’t finished', () => {
    const { queue, want, take } = start(1, 2, 3);
    queue.settle(take()!, 'painted');
    const taken = take()!;
    want([1, 2, 3]);
    queue.settle(taken, 'painted');
    expect(take()?.id).toBe(3);
    expect(take()).toBeUndefined();
  });

  it('pictures that are no longer requested aren’t painted', () => {
    const { want, take } = start(1, 2);
    want([2]);
    expect(take()?.id).toBe(2);
    expect(take()).toBeUndefined();
  });
});

describe('a picture that fails', () => {
  it('a failed picture waits behind the others, and is reported after the third failure', () => {
    const { queue, take } = start(1, 2);
    queue.settle(take()!, 'failed');
    expect(take()?.id).toBe(2);
    queue.settle(take()!, 'failed');
    expect(queue.takeReports()).toEqual([]);
    queue.settle(take()!, 'failed');
    expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'failed' }]);
    expect(take()).toBeUndefined();
  });

  it('a failed picture is painted when it is requested again, at most three times', () => {
    const { queue, want, take } = start(1);
    for (let round = 0; round < 2; round++) {
      for (let once = 0; once < 3; once++) queue.settle(take()!, 'failed');
      expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'failed' }]);
      want([1]);
    }
    queue.settle(take()!, 'painted');
    expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'painted' }]);
  });

  it('a failed picture of another zoom is dropped', () => {
    const { queue, want, take } = start(1);
    const taken = take()!;
    want([2], ZOOM + 1);
    queue.settle(taken, 'failed');
    expect(take()).toEqual({ ...picture(2), zoom: ZOOM + 1 });
    expect([take(), queue.takeReports()]).toEqual([undefined, []]);
  });
});

describe('pictures in another look', () => {
  it('all pictures are painted again in another look, also the current one', () => {
    const { queue, want, take } = start(1, 2);
    queue.settle(take()!, 'painted');
    queue.takeReports();
    const taken = take()!;
    queue.repaint();
    queue.settle(taken, 'painted');
    expect(queue.takeReports()).toEqual([]);
    want([1, 2]);
    expect([take()?.id, take()?.id]).toEqual([1, 2]);
  });
});

it('a dropped picture isn’t reported', () => {
  const { queue, take } = start(1);
  const taken = take()!;
  queue.drop(1);
  queue.settle(taken, 'empty');
  expect(queue.takeReports()).toEqual([]);
});
