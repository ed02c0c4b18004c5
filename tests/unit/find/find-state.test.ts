import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { Found } from '../../../src/lib/find/found.ts';
import { announceOptions, FindState } from '../../../src/lib/find/find-state.svelte.ts';
import type { RecentPick } from '../../../src/lib/find/recent-picks.ts';
import { hidePage } from '../hide-page.ts';
import { FakeNetwork, makeItem } from '../picker/fake-network.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

hidePage();

/** A search field over a network of three points, or over another one in `given.network`, or none yet. */
function open(recent: readonly RecentPick[] = []) {
  const network = new FakeNetwork(makeItem('PL_1', 21), makeItem('PL_2', 22), makeItem('DE_1', 10));
  const found: Found[] = [];
  const given = {
    network: network as FakeNetwork | null,
    recent,
    near: null,
    countries: [],
    text: '',
  };
  const find = new FindState({
    read: () => given,
    write: (text) => (given.text = text),
    onfind: (taken) => void found.push(taken),
  });
  const labels = () => find.options.map(({ label }) => label);
  const rests = () => waitFor(() => expect(find.searching).toBe(false));
  const type = async (text: string) => {
    find.type(text);
    await waitFor(() =>
      expect([find.options.length > 0, find.nothingFor !== null, find.error !== null]).toContain(true),
    );
    await rests();
  };
  return { network, given, find, found, labels, type };
}

describe('typing into the search field', () => {
  it('shows what the network has, once somebody pauses', async () => {
    const { find, labels, type } = open();
    find.type('PL');
    expect([find.open, labels()]).toEqual([true, []]);
    await type('PL_');
    expect(labels()).toEqual(['PL_1', 'PL_2']);
    expect(announceOptions(find)).toContain('2');
  });

  it('has countries’ names read when the field is opened; whether they can be read is told later', async () => {
    const { network, find } = open();
    network.countryNames = vi.fn(() => Promise.reject(new Error('no connection')));
    find.show();
    expect(network.countryNames).toHaveBeenCalledOnce();
    await Promise.resolve();
    expect(find.error).toBeNull();
  });

  it('says that there is nothing, and answers again when more has come', async () => {
    const { network, find, labels, type } = open();
    await type('FR_1');
    expect([find.nothingFor, labels()]).toEqual(['FR_1', []]);
    network.findIds = () => Promise.resolve(['FR_1']);
    find.answerAgain();
    await waitFor(() => expect(labels()).toEqual(['FR_1']));
    expect(find.nothingFor).toBeNull();
  });

  it('finds nothing before there is a network', async () => {
    const { given, find, type } = open();
    given.network = null;
    await type('PL_1');
    expect(find.nothingFor).toBe('PL_1');
  });

  it('says why the network can’t be asked, until another try', async () => {
    const { network, find, labels, type } = open();
    const { findIds } = network;
    network.findIds = () => Promise.reject(new Error('no connection'));
    await type('PL_1');
    expect(find.error).toBeInstanceOf(Error);
    network.findIds = findIds;
    find.retry();
    await waitFor(() => expect(labels()).toEqual(['PL_1']));
    expect(find.error).toBeNull();
  });

  it('shows no answer to what was typed before', async () => {
    const { network, find, labels, type } = open();
    const { findIds } = network;
    let answer = (_: string[]) => {};
    const requested = vi.fn(() => new Promise<string[]>((resolve) => (answer = resolve)));
    network.findIds = requested;
    find.type('DE_1');
    await waitFor(() => expect(requested).toHaveBeenCalled());
    network.findIds = findIds;
    await type('PL_1');
    answer(['DE_1']);
    await passTurn();
    expect(labels()).toEqual(['PL_1']);
  });

  it('doesn’t open the list when the answer comes after the shopper has left the field', async () => {
    const { network, find, labels } = open();
    let answer = (_: string[]) => {};
    const requested = vi.fn(() => new Promise<string[]>((resolve) => (answer = resolve)));
    network.findIds = requested;
    find.type('PL_1');
    await waitFor(() => expect(requested).toHaveBeenCalled());
    find.close();
    answer(['PL_1']);
    await waitFor(() => expect(labels()).toEqual(['PL_1']));
    expect(find.open).toBe(false);
  });

  it('doesn’t open the list for an error that comes after the shopper has left the field', async () => {
    const { network, find } = open();
    let fail = (_: Error) => {};
    const requested = vi.fn(() => new Promise<string[]>((_, reject) => (fail = reject)));
    network.findIds = requested;
    find.type('PL_1');
    await waitFor(() => expect(requested).toHaveBeenCalled());
    find.close();
    fail(new Error('no connection'));
    await waitFor(() => expect(find.error).toBeInstanceOf(Error));
    expect(find.open).toBe(false);
  });

  it('is taken back by clearing', async () => {
    const { find, type } = open();
    await type('PL_1');
    find.clear();
    expect([find.text, find.open, find.options, find.nothingFor]).toEqual(['', false, [], null]);
  });
});

describe('the options', () => {
  it('are walked in a circle; closing forgets where', async () => {
    const { find, type } = open();
    await type('PL_');
    const walk = (steps: readonly (1 | -1)[]) =>
      steps.map((step) => {
        find.move(step);
        return find.active;
      });
    expect(walk([1, 1, 1, -1])).toEqual([0, 1, 0, 1]);
    find.close();
    expect([find.open, find.active]).toEqual([false, -1]);
    // The first key press shows them again.
    expect([walk([1]), find.open]).toEqual([[-1], true]);
    expect(walk([-1])).toEqual([1]);
  });

  it('are the points chosen before, while nothing is typed', () => {
    const { find, labels } = open([{ id: 'PL_2', name: 'The corner shop' }]);
    find.show();
    expect([find.open, labels()]).toEqual([true, ['The corner shop']]);
  });

  it('are taken: the point is looked up, and the field says what was taken', async () => {
    const { find, found, type } = open();
    await type('pl_2');
    await find.take(find.options[0]!);
    expect(found).toMatchObject([{ kind: 'point', stored: { id: 'PL_2' } }]);
    expect([find.text, find.open, find.options]).toEqual(['PL_2', false, []]);
  });

  it('may stand for a point that is gone by then', async () => {
    const { network, find, found, type } = open();
    await type('PL_2');
    const [option] = find.options;
    network.publish('2', ['PL_2']);
    await find.take(option!);
    expect([find.outcome, found]).toEqual([{ kind: 'gone', id: 'PL_2' }, []]);
    find.dismiss();
    expect(find.outcome).toEqual({ kind: 'offered', groups: [] });
  });
});

describe('Enter', () => {
  it('takes the active option, else the first', async () => {
    const { find, found, type } = open();
    await type('PL_');
    find.move(-1);
    find.enter();
    await waitFor(() => expect(found).toMatchObject([{ stored: { id: 'PL_2' } }]));
    await type('PL_');
    find.enter();
    await waitFor(() => expect(found.at(-1)).toMatchObject({ stored: { id: 'PL_1' } }));
  });

  it('before the answer takes the first option once there is one', async () => {
    const { find, found } = open();
    find.type('PL_2');
    find.enter();
    await waitFor(() => expect(found).toMatchObject([{ stored: { id: 'PL_2' } }]));
  });

  it('in a field that says what was taken takes it again', async () => {
    const { find, found, type } = open();
    await type('PL_2');
    await find.take(find.options[0]!);
    find.enter();
    await waitFor(() => expect(found).toHaveLength(2));
  });

  it('in an empty field does nothing', () => {
    const { find, found } = open([{ id: 'PL_2', name: 'The corner shop' }]);
    find.show();
    find.enter();
    expect([found, find.open]).toEqual([[], true]);
  });
});

it('an option that can’t be looked up says why, though the list was closed', async () => {
  const { network, find, found, type } = open();
  await type('PL_1');
  const error = new AppError('not_found', 'no such file');
  network.findById = () => Promise.reject(error);
  await find.take(find.options[0]!);
  expect([find.error, find.open, found]).toEqual([error, true, []]);
});
