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

describe('pictures', () => {
  it('are painted in the order of the page, those first whose tiles are there', () => {
    const { take } = start(1, 2, 3);
    expect(take((id) => id > 1)).toEqual({ ...picture(2), zoom: ZOOM });
    expect(take()?.id).toBe(1);
    expect(take((id) => id !== 3)).toBeUndefined();
    expect(take()?.id).toBe(3);
    expect(take()).toBeUndefined();
  });

  it('are reported once', () => {
    const { queue, take } = start(1, 2);
    queue.settle(take()!, 'painted');
    queue.settle(take()!, 'empty');
    expect(queue.takeReports()).toEqual([
      { id: 1, outcome: 'painted' },
      { id: 2, outcome: 'empty' },
    ]);
    expect(queue.takeReports()).toEqual([]);
  });

  it('that the page asks for again are painted again only if it has none of them', () => {
    const { queue, want, take } = start(1, 2, 3);
    queue.settle(take()!, 'painted');
    const taken = take()!;
    want([1, 2, 3]);
    queue.settle(taken, 'painted');
    expect(take()?.id).toBe(3);
    expect(take()).toBeUndefined();
  });

  it('that the page no longer asks for are not painted', () => {
    const { want, take } = start(1, 2);
    want([2]);
    expect(take()?.id).toBe(2);
    expect(take()).toBeUndefined();
  });
});

describe('a picture that fails', () => {
  it('waits again behind the others, and is reported the third time', () => {
    const { queue, take } = start(1, 2);
    queue.settle(take()!, 'failed');
    expect(take()?.id).toBe(2);
    queue.settle(take()!, 'failed');
    expect(queue.takeReports()).toEqual([]);
    queue.settle(take()!, 'failed');
    expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'failed' }]);
    expect(take()).toBeUndefined();
  });

  it('is painted when the page asks for it again, three times at most', () => {
    const { queue, want, take } = start(1);
    for (let round = 0; round < 2; round++) {
      for (let once = 0; once < 3; once++) queue.settle(take()!, 'failed');
      expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'failed' }]);
      want([1]);
    }
    queue.settle(take()!, 'painted');
    expect(queue.takeReports()).toEqual([{ id: 1, outcome: 'painted' }]);
  });

  it('of another zoom is forgotten', () => {
    const { queue, want, take } = start(1);
    const taken = take()!;
    want([2], ZOOM + 1);
    queue.settle(taken, 'failed');
    expect(take()).toEqual({ ...picture(2), zoom: ZOOM + 1 });
    expect([take(), queue.takeReports()]).toEqual([undefined, []]);
  });
});

describe('in another look', () => {
  it('pictures are painted again, also the one that was being painted', () => {
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

it('a picture that the page has dropped is not reported', () => {
  const { queue, take } = start(1);
  const taken = take()!;
  queue.drop(1);
  queue.settle(taken, 'empty');
  expect(queue.takeReports()).toEqual([]);
});
