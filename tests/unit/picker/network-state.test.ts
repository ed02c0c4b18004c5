import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { NO_RULES } from '#filter/point-rules.ts';
import type { PointNetwork, ListReading } from '#network/point-network.ts';
import { NetworkState } from '../../../src/lib/picker/network-state.svelte.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

const twoPoints = () => new FakeNetwork(makeItem('PL_1', 21), makeItem('PL_2', 22));
const readingOf = (phase: ListReading['phase'], more: Partial<ListReading> = {}): ListReading => ({
  phase,
  progress: null,
  rejected: {},
  failedPages: [],
  error: null,
  finished: Promise.resolve(),
  resume: () => Promise.resolve(),
  ...more,
});

const stateOf = (network: PointNetwork, onversion = vi.fn()) =>
  new NetworkState(() => Promise.resolve(network), onversion);

/** The state of an open network. */
async function load(network = twoPoints(), onversion = vi.fn()) {
  const points = stateOf(network, onversion);
  await points.load();
  return { network, points, onversion };
}

describe('the network of a picker', () => {
  it('the network is opening until it is open', async () => {
    const points = stateOf(twoPoints());
    expect([points.phase, points.network, points.size]).toEqual(['opening', null, 0]);
    await points.load();
    expect([points.phase, points.size, points.error]).toEqual(['done', 2, null]);
  });

  it('a network that can’t be opened reports the error, and a retry opens it', async () => {
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

  it('the network is closed if the picker is destroyed while opening it', async () => {
    const network = twoPoints();
    const points = stateOf(network);
    const loading = points.load();
    points.destroy();
    await loading;
    expect([points.network, network.calls]).toEqual([null, ['close']]);
  });

  it('another version is reported once, and so is the first drawing', async () => {
    const { network, points, onversion } = await load();
    expect(points.drawn).toBe(false);
    network.notify();
    expect([points.drawn, onversion.mock.calls.length]).toEqual([true, 0]);
    network.publish('2');
    network.notify();
    expect(onversion).toHaveBeenCalledTimes(1);
  });

  it('a network that isn’t known as a whole reports no versions', async () => {
    const network = twoPoints();
    network.whole = false;
    const { onversion } = await load(network);
    network.publish('2');
    expect(onversion).not.toHaveBeenCalled();
  });

  it('the network is empty only if nothing of it is missing', async () => {
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

  it('a refresh reads the newest version, after retrying failed requests', async () => {
    const { network, points } = await load();
    await points.refresh();
    expect(network.calls).toEqual(['retry', 'renew']);
  });
});

describe('a network that is read as a whole', () => {
  it('reading is awaited, and its start and end are announced', async () => {
    const network = twoPoints();
    let finish = () => {};
    network.reading = readingOf('reading', { finished: new Promise((resolve) => (finish = resolve)) });
    const points = stateOf(network);
    const loading = points.load();
    await waitFor(() => expect(points.announcement).toContain('Loading'));
    expect(points.phase).toBe('reading');
    network.reading = readingOf('done', { rejected: { id_missing: 3 }, failedPages: [4] });
    network.notify();
    expect(points.announcement).toMatch(/^2 .*3 .*1 /);
    finish();
    await loading;
    expect(points.phase).toBe('done');
  });

  it('a retry resumes the reading', async () => {
    const network = twoPoints();
    const resume = vi.fn(() => Promise.resolve());
    network.reading = readingOf('failed', { error: 'why', resume });
    const { points } = await load(network);
    expect([points.phase, points.error, points.failedAtOnce]).toEqual(['failed', 'why', false]);
    await points.load();
    expect(resume).toHaveBeenCalledTimes(1);
  });
});

describe('the filter of the network', () => {
  it('a filter that was removed doesn’t report its own failure', async () => {
    const { network, points } = await load();
    let fail: (error: unknown) => void = () => {};
    network.ready = new Promise((_, reject) => (fail = reject));
    points.filter({ ...NO_RULES, types: ['APM'] }, {});
    network.ready = Promise.resolve();
    points.filter(NO_RULES, {});
    fail('too late');
    await network.ready;
    await passTurn();
    expect(points.filterError).toBeNull();
  });

  it('a filter is requested if there is one, and if one is removed', async () => {
    const { network, points } = await load();
    points.filter(NO_RULES, {});
    expect(network.calls).toEqual([]);
    points.filter({ ...NO_RULES, types: ['APM'] }, {});
    points.filter(NO_RULES, {});
    expect(network.calls).toEqual(['filter {"types":["APM"]}', 'filter null']);
  });

  it('a filter that can’t be loaded reports the error until another can', async () => {
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

  it('the announcement follows the first pins, however late their points come, and replaces no other', async () => {
    const { network, points } = await load();
    vi.advanceTimersByTime(2_000);
    network.notify();
    vi.advanceTimersByTime(299);
    expect(points.announcement).toBe('');
    vi.advanceTimersByTime(1);
    expect(points.announcement).toContain('2');
    const { points: other } = await load();
    other.announcement = 'a card is open';
    vi.runAllTimers();
    expect(other.announcement).toBe('a card is open');
  });

  it('in a view without points it comes nevertheless', async () => {
    const { points } = await load();
    vi.advanceTimersByTime(2_500);
    expect(points.announcement).toContain('2');
  });
});
