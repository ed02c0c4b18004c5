import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameQueue } from '../../../src/lib/map/frame-queue.ts';

describe('createFrameQueue', () => {
  let asked: (() => void)[] = [];
  const nextFrame = () => {
    const now = asked;
    asked = [];
    for (const callback of now) callback();
  };

  beforeEach(() => {
    asked = [];
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => asked.push(callback));
    vi.stubGlobal('cancelAnimationFrame', () => (asked = []));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('does one piece of work a frame, in the order asked for', () => {
    const done: string[] = [];
    const frames = createFrameQueue();
    for (const name of ['pins', 'land', 'names']) frames.add(name, () => done.push(name));
    expect(done).toEqual([]);
    nextFrame();
    expect(done).toEqual(['pins']);
    nextFrame();
    nextFrame();
    expect(done).toEqual(['pins', 'land', 'names']);
    expect(asked).toEqual([]);
  });

  it('does what was asked for twice once, the later way', () => {
    const done: string[] = [];
    const frames = createFrameQueue();
    frames.add('land', () => done.push('old'));
    frames.add('land', () => done.push('new'));
    nextFrame();
    nextFrame();
    expect(done).toEqual(['new']);
  });

  it('goes on with work that asks for more of itself', () => {
    let left = 3;
    const frames = createFrameQueue();
    const work = () => {
      left--;
      if (left > 0) frames.add('pins', work);
    };
    frames.add('pins', work);
    for (let frame = 0; frame < 3; frame++) nextFrame();
    expect(left).toBe(0);
    expect(asked).toEqual([]);
  });

  it('leaves undone what was dropped, and everything once destroyed', () => {
    const done: string[] = [];
    const frames = createFrameQueue();
    frames.add('pins', () => done.push('pins'));
    frames.add('land', () => done.push('land'));
    frames.drop('pins');
    nextFrame();
    expect(done).toEqual(['land']);
    frames.add('names', () => done.push('names'));
    frames.destroy();
    nextFrame();
    expect(done).toEqual(['land']);
  });
});
