import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchConnection } from '../../../src/lib/picker/watch-connection.ts';

let online: boolean;
let answer: () => Promise<unknown>;
let asked: number;
let events: EventTarget;
let lost: boolean;

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function turn(now: 'online' | 'offline') {
  online = now === 'online';
  events.dispatchEvent(new Event(now));
}

const watch = () => watchConnection((now) => (lost = now));

beforeEach(() => {
  online = true;
  lost = false;
  asked = 0;
  answer = () => Promise.resolve();
  events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', {
    get onLine() {
      return online;
    },
  });
  vi.stubGlobal('fetch', () => {
    asked++;
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('a connection', () => {
  it('isn’t doubted, and nothing is asked, while the browser says that it is there', async () => {
    watch();
    await settle();
    expect([lost, asked]).toEqual([false, 0]);
  });

  it('isn’t lost where the browser says so but a request is answered', async () => {
    online = false;
    watch();
    await settle();
    expect([lost, asked]).toEqual([false, 1]);
  });

  it('is lost once a request has failed as well, until the browser says that it is back', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    watch();
    turn('offline');
    expect(lost).toBe(false);
    await settle();
    expect(lost).toBe(true);
    turn('online');
    expect(lost).toBe(false);
  });

  it('takes no notice of an answer that comes after it is back, or after nobody watches any more', async () => {
    let fail = () => {};
    answer = () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
    const stop = watch();
    turn('offline');
    turn('online');
    fail();
    await settle();
    expect(lost).toBe(false);
    turn('offline');
    stop();
    fail();
    await settle();
    expect(lost).toBe(false);
    turn('offline');
    expect(asked).toBe(2);
  });
});
