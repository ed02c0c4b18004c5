import { describe, expect, it, vi } from 'vitest';
import type { Point } from '#platform/point.ts';
import type { Position } from '#network/distance.ts';
import { NetworkState } from '../../../src/lib/picker/network-state.svelte.ts';
import type { ChoiceHolder } from '../../../src/lib/picker/picker-events.ts';
import { Selection } from '../../../src/lib/picker/selection.svelte.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';
import { hidePage } from '../hide-page.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

const HERE: Position = { latitude: 52, longitude: 21 };

hidePage();

/** A network of three points, and a parent page that answers with `answer`. */
async function open(answer?: ChoiceHolder['mayChoose']) {
  const network = new FakeNetwork(makeItem('PL_1', 21), makeItem('PL_2', 22), makeItem('PL_3', 23));
  const points = new NetworkState(() => Promise.resolve(network), vi.fn());
  await points.load();
  const choices: (string | null)[] = [];
  const holder: ChoiceHolder = {
    chosen: null,
    ...(answer && { mayChoose: answer }),
    onchoose: (point) => void choices.push(point?.id ?? null),
  };
  const map = { from: null as Position | null };
  const selection = new Selection(points, map, holder);
  const press = (...ids: string[]) =>
    selection.press(
      ids.map((id) => network.stored(id)),
      'map',
      null,
    );
  const isLoaded = () => waitFor(() => expect(selection.content.state).toBe('loaded'));
  const openCard = async (id: string) => {
    press(id);
    await isLoaded();
  };
  const item = () => (selection.content as { point: Point }).point;
  return { network, points, selection, holder, map, choices, press, isLoaded, openCard, item };
}

describe('the sheet beside the map', () => {
  it('nothing, the card of a point, or the list of points at one spot is open', async () => {
    const { selection, press } = await open();
    expect([selection.isOpen, selection.open, selection.layers]).toEqual([false, null, 0]);
    press('PL_1');
    expect([selection.isOpen, selection.open?.id, selection.layers]).toEqual([true, 'PL_1', 1]);
    press('PL_1', 'PL_2');
    expect([selection.isOpen, selection.open, selection.layers]).toEqual([true, null, 1]);
    press();
    expect(selection.opened.kind).toBe('stack');
    selection.close();
    expect([selection.isOpen, selection.layers]).toEqual([false, 0]);
  });

  it('a card opened from a list is two layers, to return to the list', async () => {
    const { network, selection, press } = await open();
    press('PL_1', 'PL_2');
    const list = selection.opened as Parameters<Selection['openList']>[0];
    selection.openCard(network.stored('PL_2'), list);
    expect([selection.open?.id, selection.layers]).toEqual(['PL_2', 2]);
    selection.openList(list);
    expect([selection.opened, selection.layers]).toEqual([list, 1]);
  });

  it('the open point’s item is loaded and announced', async () => {
    const { points, selection, press, isLoaded } = await open();
    press('PL_1');
    expect(selection.content.state).toBe('loading');
    await isLoaded();
    expect(points.announcement).toContain('Locker PL_1');
  });

  it('a card says that its item is gone, or why it can’t be loaded until a retry', async () => {
    const { network, selection, press, isLoaded } = await open();
    const stored = network.stored('PL_1');
    network.publish('2', ['PL_1']);
    selection.openCard(stored, null);
    await waitFor(() => expect(selection.content.state).toBe('moved'));
    network.broken.add('PL_2');
    press('PL_2');
    await waitFor(() =>
      expect(selection.content).toMatchObject({ state: 'failed', error: { code: 'network' } }),
    );
    network.broken.clear();
    selection.loadCard();
    await isLoaded();
  });

  it('the item of an earlier card is ignored', async () => {
    const { network, press, item, openCard } = await open();
    let release = () => {};
    network.hold = (id) =>
      id === 'PL_1' ? new Promise((resolve) => (release = resolve)) : Promise.resolve();
    press('PL_1');
    await openCard('PL_2');
    release();
    await passTurn();
    expect(item().id).toBe('PL_2');
  });

  it('closing returns the focus once, if the previous element still exists', async () => {
    const { network, selection } = await open();
    const opener = { isConnected: true, focus: vi.fn() };
    selection.press([network.stored('PL_1')], 'map', opener);
    expect([selection.returnFocus(), opener.focus.mock.calls.length]).toEqual([true, 1]);
    expect(selection.returnFocus()).toBe(false);
    selection.showChosen(network.stored('PL_1'), { ...opener, isConnected: false });
    expect([selection.returnFocus(), opener.focus.mock.calls.length]).toEqual([false, 1]);
  });
});

describe('a named point', () => {
  it('a named point is opened', async () => {
    const { selection } = await open();
    expect((await selection.openById('PL_2', null))?.id).toBe('PL_2');
    expect(selection.open?.id).toBe('PL_2');
  });

  it('a gone point without a known position has no alternatives, however similar the ids', async () => {
    const { network, selection } = await open();
    const nearest = vi.spyOn(network, 'nearest');
    expect(await selection.openById('PL_29', null)).toBeNull();
    expect(selection.opened).toEqual({ kind: 'gone', id: 'PL_29', near: null, points: [] });
    expect(nearest).not.toHaveBeenCalled();
  });

  it('a gone point has alternatives near the place being looked at, which is named', async () => {
    const { selection } = await open();
    const near = { ...HERE, kind: 'middle' } as const;
    expect(await selection.openById('PL_29', near)).toBeNull();
    expect(selection.opened).toMatchObject({ kind: 'gone', id: 'PL_29', near });
    expect(selection.opened).toHaveProperty('points.length', 3);
  });

  it('a gone point that was chosen has alternatives near its own position', async () => {
    const { network, selection, holder } = await open();
    holder.chosen = makeItem('PL_2', 22);
    network.publish('2', ['PL_2']);
    expect(await selection.openById('PL_2', { ...HERE, kind: 'middle' })).toBeNull();
    const near = { ...holder.chosen.coordinates, kind: 'point' };
    expect(selection.opened).toMatchObject({ kind: 'gone', near });
  });

  it('a point that can’t be looked up leaves the open sheet, and gives the error', async () => {
    const { network, points, selection, press } = await open();
    press('PL_1');
    network.broken.add('PL_2');
    expect(await selection.openById('PL_2', null)).toBeNull();
    expect([selection.open?.id, (points.error as { code: string }).code]).toEqual(['PL_1', 'network']);
  });
});

describe('another version of the network', () => {
  it('an open card stays if its point exists, and reloads after a failure', async () => {
    const { network, selection, press, isLoaded } = await open();
    network.broken.add('PL_1');
    press('PL_1');
    await waitFor(() => expect(selection.content.state).toBe('failed'));
    network.broken.clear();
    network.publish('2');
    await selection.checkCard();
    await isLoaded();
    expect(selection.open?.id).toBe('PL_1');
  });

  it('an open card says that its point is gone', async () => {
    const { network, selection, press } = await open();
    press('PL_1');
    network.publish('2', ['PL_1']);
    await selection.checkCard();
    expect(selection.opened).toMatchObject({ kind: 'gone', id: 'PL_1' });
  });

  it('a gone chosen point is announced unless another card is open', async () => {
    const { network, selection, press } = await open();
    press('PL_2');
    network.publish('2', ['PL_1']);
    expect((await selection.findReplacements('PL_1', HERE))?.map(({ id }) => id)).toEqual(['PL_2', 'PL_3']);
    expect(selection.open?.id).toBe('PL_2');
    selection.close();
    await selection.findReplacements('PL_1', HERE);
    expect(selection.opened).toMatchObject({ kind: 'gone', id: 'PL_1' });
    expect(await selection.findReplacements('PL_2', HERE)).toBeNull();
  });

  it('nothing is checked if not all points are known', async () => {
    const { network, selection } = await open();
    network.whole = false;
    expect([await selection.findReplacements('PL_9', HERE), selection.isOpen]).toEqual([null, false]);
  });
});

describe('choosing a point', () => {
  it('a choice is made if the surrounding page accepts it, and closes the card', async () => {
    const { selection, holder, choices, item, network, points, openCard } = await open(
      (_, source) => source === 'map',
    );
    await openCard('PL_1');
    expect(await selection.choose(item())).toBe('Locker PL_1');
    expect([holder.chosen?.id, selection.isOpen, selection.justChosen]).toEqual(['PL_1', false, true]);
    expect(choices).toEqual(['PL_1']);
    expect(points.announcement).toContain('Locker PL_1');
    network.publish('2', ['PL_1']);
    expect(selection.chosenStored?.id).toBe('PL_1');
  });

  it('a choice has its distance if distances are measured from a place', async () => {
    const { selection, holder, map, item, openCard } = await open();
    map.from = HERE;
    await openCard('PL_2');
    await selection.choose(item());
    expect(holder.chosen?.distanceMetres).toBeGreaterThan(60_000);
  });

  it('a refused choice changes nothing', async () => {
    const { selection, holder, choices, item, openCard } = await open(() => false);
    await openCard('PL_1');
    expect(await selection.choose(item())).toBeNull();
    expect([holder.chosen, selection.open?.id, choices]).toEqual([null, 'PL_1', []]);
    // It may be chosen again.
    expect(await selection.choose(item())).toBeNull();
  });

  it('the page is asked once, however often the button is pressed meanwhile', async () => {
    const offers: string[] = [];
    const { selection, item, openCard } = await open((point) => offers.push(point.id) > 0);
    await openCard('PL_1');
    const point = item();
    expect(await Promise.all([selection.choose(point), selection.choose(point)])).toEqual([
      'Locker PL_1',
      null,
    ]);
    expect(offers).toEqual(['PL_1']);
  });

  it('of two pending choices the page decides which is made, and a card opened meanwhile stays', async () => {
    const answers: (() => void)[] = [];
    const { selection, holder, choices, press, item, openCard } = await open(
      ({ id }) => new Promise((resolve) => answers.push(() => resolve(id === 'PL_2'))),
    );
    await openCard('PL_1');
    const first = selection.choose(item());
    press('PL_2');
    await waitFor(() => expect(item().id).toBe('PL_2'));
    const second = selection.choose(item());
    await waitFor(() => expect(answers).toHaveLength(2));
    press('PL_3');
    for (const answer of answers) answer();
    expect([await first, await second]).toEqual([null, 'Locker PL_2']);
    expect([holder.chosen?.id, selection.open?.id, selection.justChosen]).toEqual(['PL_2', 'PL_3', false]);
    expect([selection.chosenStored?.id, choices]).toEqual(['PL_2', ['PL_2']]);
  });

  it('an immediate choice waits for the item, unless another card was opened meanwhile', async () => {
    const { selection, holder, press } = await open();
    press('PL_1');
    const first = selection.chooseWhenLoaded({});
    press('PL_2');
    expect([await first, await selection.chooseWhenLoaded({})]).toEqual([null, 'Locker PL_2']);
    expect(holder.chosen?.id).toBe('PL_2');
  });

  it('an immediate choice isn’t made if the shop rules the point out, and its card stays open', async () => {
    const { selection, holder, press } = await open();
    press('PL_1');
    const rules = [{ ids: ['PL_1'], reason: 'Too heavy.' }];
    expect(await selection.chooseWhenLoaded({ filter: { rules } })).toBeNull();
    expect([holder.chosen, selection.open?.id]).toEqual([null, 'PL_1']);
  });

  it('a choice is undone', async () => {
    const { selection, holder, choices, press } = await open();
    press('PL_1');
    await selection.chooseWhenLoaded({});
    selection.undo();
    expect([holder.chosen, selection.chosenId, selection.chosenStored]).toEqual([null, null, null]);
    expect(choices).toEqual(['PL_1', null]);
  });

  it('a choice made by the surrounding page is marked if its point is loaded', async () => {
    const { selection, holder } = await open();
    holder.chosen = makeItem('PL_3', 23);
    expect([selection.chosenId, selection.chosenStored?.id]).toEqual(['PL_3', 'PL_3']);
    holder.chosen = makeItem('PL_9', 23);
    expect([selection.chosenId, selection.chosenStored]).toEqual(['PL_9', null]);
  });
});
