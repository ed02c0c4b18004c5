import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameQueue } from '../../../src/lib/map/frame-queue.ts';

describe('createFrameQueue', () => {
  let callbacks: (() => void)[] = [];
  const nextFrame = () => {
    const now = callbacks;
    callbacks = [];
    for (const callback of now) callback();
  };

  beforeEach(() => {
    callbacks = [];
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback));
    vi.stubGlobal('cancelAnimationFrame', () => (callbacks = []));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('one piece of work runs per frame, in the order of the requests', () => {
    const done: string[] = [];
    const frames = createFrameQueue();
    for (const name of ['pins', 'land', 'names']) frames.add(name, () => done.push(name));
    expect(done).toEqual([]);
    nextFrame();
    expect(done).toEqual(['pins']);
    nextFrame();
    nextFrame();
    expect(done).toEqual(['pins', 'land', 'names']);
    expect(callbacks).toEqual([]);
  });

  it('a repeated request runs once, in its latest version', () => {
    const done: string[] = [];
    const frames = createFrameQueue();
    frames.add('land', () => done.push('old'));
    frames.add('land', () => done.push('new'));
    nextFrame();
    nextFrame();
    expect(done).toEqual(['new']);
  });

  it('work that requests more of itself runs on', () => {
    let left = 3;
    const frames = createFrameQueue();
    const work = () => {
      left--;
      if (left > 0) frames.add('pins', work);
    };
    frames.add('pins', work);
    for (let frame = 0; frame < 3; frame++) nextFrame();
    expect(left).toBe(0);
    expect(callbacks).toEqual([]);
  });

  it('dropped work doesn’t run, and none does after destroy', () => {
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
