import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { NO_RULES } from '../../../src/lib/filter/point-rules.ts';
import type { PointNetwork, Reading } from '../../../src/lib/network/point-network.ts';
import { NetworkState } from '../../../src/lib/picker/network-state.svelte.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';
import { waitFor } from '../../wait-for.ts';

const twoPoints = () => new FakeNetwork(makeItem('PL_1', 21), makeItem('PL_2', 22));
const readingOf = (phase: Reading['phase'], more: Partial<Reading> = {}): Reading => ({
  phase,
  progress: null,
  failedPages: [],
  error: null,
  finished: Promise.resolve(),
  resume: () => Promise.resolve(),
  ...more,
});

const stateOf = (network: PointNetwork, onversion = vi.fn()) =>
  new NetworkState(() => Promise.resolve(network), onversion);

/** The state of a network that is there. */
async function load(network = twoPoints(), onversion = vi.fn()) {
  const points = stateOf(network, onversion);
  await points.load();
  return { network, points, onversion };
}

describe('the network of a picker', () => {
  it('is opening until it is there', async () => {
    const points = stateOf(twoPoints());
    expect([points.phase, points.network, points.size]).toEqual(['opening', null, 0]);
    await points.load();
    expect([points.phase, points.size, points.error]).toEqual(['done', 2, null]);
  });

  it('that can’t be opened says why, and is opened by another try', async () => {
    const answers: (() => Promise<PointNetwork>)[] = [
      () => Promise.reject(new AppError('network', 'no connection')),
      () => Promise.resolve(twoPoints()),
    ];
    const points = new NetworkState(() => answers.shift()!(), vi.fn());
    await points.load();
    expect([points.phase, points.failedAtOnce]).toEqual(['failed', true]);
    expect(points.error).toMatchObject({ code: 'network' });
    await points.load();
    expect([points.phase, points.failedAtOnce, points.error]).toEqual(['done', false, null]);
  });

  it('is closed where the picker went away while it was opened', async () => {
    const network = twoPoints();
    const points = stateOf(network);
    const loading = points.load();
    points.destroy();
    await loading;
    expect([points.network, network.calls]).toEqual([null, ['close']]);
  });

  it('tells of another version once, and that something was drawn', async () => {
    const { network, points, onversion } = await load();
    expect(points.drawn).toBe(false);
    network.notify();
    expect([points.drawn, onversion.mock.calls.length]).toEqual([true, 0]);
    network.publish('2');
    network.notify();
    expect(onversion).toHaveBeenCalledTimes(1);
  });

  it('of which not all is known has no versions whose points could be gone', async () => {
    const network = twoPoints();
    network.whole = false;
    const { onversion } = await load(network);
    network.publish('2');
    expect(onversion).not.toHaveBeenCalled();
  });

  it('is empty only when nothing is missing of it', async () => {
    const network = new FakeNetwork();
    const points = stateOf(network);
    expect(points.isEmpty).toBe(false);
    await points.load();
    expect(points.isEmpty).toBe(true);
    network.reading = readingOf('done', { failedPages: [2] });
    expect(points.isEmpty).toBe(false);
    network.reading = readingOf('reading');
    expect(points.isEmpty).toBe(false);
  });

  it('reads again: the newest version, once what failed was tried again', async () => {
    const { network, points } = await load();
    await points.refresh();
    expect(network.calls).toEqual(['retry', 'renew']);
  });
});

describe('a network that is read as a whole', () => {
  it('is waited for, and has its beginning and its end announced', async () => {
    const network = twoPoints();
    let finish = () => {};
    network.reading = readingOf('reading', { finished: new Promise((resolve) => (finish = resolve)) });
    const points = stateOf(network);
    const loading = points.load();
    await waitFor(() => expect(points.announcement).toContain('Loading'));
    expect(points.phase).toBe('reading');
    network.rejected = { id_missing: 3 };
    network.reading = readingOf('done', { failedPages: [4] });
    network.notify();
    expect(points.announcement).toMatch(/^2 .*3 .*1 /);
    finish();
    await loading;
    expect(points.phase).toBe('done');
  });

  it('is resumed by another try', async () => {
    const network = twoPoints();
    const resume = vi.fn(() => Promise.resolve());
    network.reading = readingOf('failed', { error: 'why', resume });
    const { points } = await load(network);
    expect([points.phase, points.error, points.failedAtOnce]).toEqual(['failed', 'why', false]);
    await points.load();
    expect(resume).toHaveBeenCalledTimes(1);
  });
});

describe('a filter', () => {
  it('that was taken back doesn’t report its own failure', async () => {
    const { network, points } = await load();
    let fail: (error: unknown) => void = () => {};
    network.ready = new Promise((_, reject) => (fail = reject));
    points.filter({ ...NO_RULES, types: ['APM'] }, {});
    network.ready = Promise.resolve();
    points.filter(NO_RULES, {});
    fail('too late');
    await network.ready;
    await new Promise((resolve) => setTimeout(resolve));
    expect(points.filterError).toBeNull();
  });

  it('is asked for where there is one, and where one is taken back', async () => {
    const { network, points } = await load();
    points.filter(NO_RULES, {});
    expect(network.calls).toEqual([]);
    points.filter({ ...NO_RULES, types: ['APM'] }, {});
    points.filter(NO_RULES, {});
    expect(network.calls).toEqual(['filter {"types":["APM"]}', 'filter null']);
  });

  it('that can’t be had says why, until one can', async () => {
    const { network, points } = await load();
    network.ready = Promise.reject(new AppError('network', 'no connection'));
    points.filter({ ...NO_RULES, types: ['APM'] }, {});
    await waitFor(() => expect(points.filterError).toMatchObject({ code: 'network' }));
    network.ready = Promise.resolve();
    points.filter(NO_RULES, {});
    await waitFor(() => expect(points.filterError).toBeNull());
  });
});

describe('the announcement of a published network', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes after the first pins, and takes nothing’s place', async () => {
    const { points } = await load();
    expect(points.announcement).toBe('');
    vi.runAllTimers();
    expect(points.announcement).toContain('2');
    const { points: other } = await load();
    other.announcement = 'a card is open';
    vi.runAllTimers();
    expect(other.announcement).toBe('a card is open');
  });
});
