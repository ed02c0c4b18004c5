import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchConnection } from '../../../src/lib/picker/watch-connection.ts';
import { passTurn } from '../pass-turn.ts';

let online: boolean;
let answer: () => Promise<unknown>;
let requests: number;
let events: EventTarget;
let lost: boolean;

function turn(now: 'online' | 'offline') {
  online = now === 'online';
  events.dispatchEvent(new Event(now));
}

const watch = () => watchConnection((now) => (lost = now));

beforeEach(() => {
  online = true;
  lost = false;
  requests = 0;
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
    requests++;
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('watching the connection', () => {
  it('nothing is requested while the browser reports a connection', async () => {
    watch();
    await passTurn();
    expect([lost, requests]).toEqual([false, 0]);
  });

  it('the connection isn’t lost if a request is answered, whatever the browser reports', async () => {
    online = false;
    watch();
    await passTurn();
    expect([lost, requests]).toEqual([false, 1]);
  });

  it('the connection is lost once a request has failed as well, until the browser reports that it is back', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    watch();
    turn('offline');
    expect(lost).toBe(false);
    await passTurn();
    expect(lost).toBe(true);
    turn('online');
    expect(lost).toBe(false);
  });

  it('an answer is ignored after the connection is back, or after watching has stopped', async () => {
    let fail = () => {};
    answer = () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
    const stop = watch();
    turn('offline');
    turn('online');
    fail();
    await passTurn();
    expect(lost).toBe(false);
    turn('offline');
    stop();
    fail();
    await passTurn();
    expect(lost).toBe(false);
    turn('offline');
    expect(requests).toBe(2);
  });
});
