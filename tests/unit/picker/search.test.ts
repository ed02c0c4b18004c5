import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { Found } from '../../../src/lib/find/found.ts';
import type { MapView } from '../../../src/lib/map/locator-map.ts';
import { MapViewState } from '../../../src/lib/picker/map-view.svelte.ts';
import { NetworkState } from '../../../src/lib/picker/network-state.svelte.ts';
import { Search } from '../../../src/lib/picker/search.svelte.ts';
import { FakeNetwork, makeItem } from './fake-network.ts';

const START: MapView = { latitude: 52, longitude: 19, zoom: 6 };
const WARSAW = { latitude: 52.23, longitude: 21.01 };
const place = (source: 'place' | 'device'): Found => ({
  kind: 'place',
  label: 'Warszawa',
  position: WARSAW,
  zoom: 12,
  source,
  precision: source === 'device' ? 'exact' : 'city',
});

async function open() {
  const network = new FakeNetwork(makeItem('PL_1', 21));
  const points = new NetworkState(() => Promise.resolve(network), vi.fn());
  await points.load();
  const map = new MapViewState(START, false, null);
  const gone: Partial<MapView>[] = [];
  map.mount({ heightPx: () => 0, coveredPx: () => 0, focus: () => true });
  map.build({ show: (view) => void gone.push(view), lastZoomAt: () => 19 });
  const events: unknown[] = [];
  const search = new Search(
    {
      points,
      map,
      config: () => ({}),
      report: (event) =>
        void events.push(
          event.type === 'search' ? event.kind : event.type === 'found' ? `open ${event.stored.id}` : 'close',
        ),
    },
    'before',
  );
  return { network, points, map, search, gone, events };
}

describe('a search result', () => {
  it('a place moves the map, becomes the origin of distances, and closes an open card or list', async () => {
    const { map, search, gone, events } = await open();
    search.text = 'Warszawa';
    expect(search.searched).toBe('before');
    await search.goTo(place('place'));
    expect([gone, map.from, map.here]).toEqual([
      [{ ...WARSAW, zoom: 12 }],
      { ...WARSAW, exact: false },
      null,
    ]);
    expect([search.searched, events]).toEqual(['Warszawa', ['place', 'close']]);
  });

  it('the shopper’s own position has its accuracy', async () => {
    const { map, search } = await open();
    await search.goTo({ ...place('device'), accuracyMetres: 40 } as Found);
    expect([map.from, map.here]).toEqual([
      { ...WARSAW, exact: true },
      { ...WARSAW, accuracyMetres: 40 },
    ]);
  });

  it('the shopper’s own position far from every point leaves the map where it is, with a message', async () => {
    const { network, map, search, gone, events } = await open();
    const nearest = { point: network.stored('PL_1'), distanceMetres: 250_000 };
    network.nearest = () => Promise.resolve({ points: [nearest], more: false, complete: true });
    await search.goTo(place('device'));
    expect([gone, map.from, events]).toEqual([[], null, ['place']]);
    expect(search.note).toContain('250');
  });

  it('a country is shown as a whole, and distances are measured from the middle again', async () => {
    const { map, search, gone, events } = await open();
    map.countFrom({ ...WARSAW, exact: true });
    await search.goTo({
      kind: 'country',
      label: 'Poland',
      box: { west: 14, south: 49, east: 24, north: 55 },
    });
    expect([gone[0], map.from, events]).toMatchObject([
      { latitude: 52, longitude: 19 },
      null,
      ['place', 'close'],
    ]);
  });

  it('a point is opened', async () => {
    const { network, search, gone, events } = await open();
    await search.goTo({ kind: 'point', stored: network.stored('PL_1') });
    expect([gone, events]).toEqual([[], ['point', 'open PL_1']]);
  });
});

describe('a search that wasn’t typed', () => {
  it('the text is put into the search field', async () => {
    const { map, search } = await open();
    expect(await search.find({ text: '52.23, 21.01' })).toBe(true);
    expect([search.text, search.searched, search.note]).toEqual(['52.23, 21.01', '52.23, 21.01', '']);
    expect(map.from).toEqual({ ...WARSAW, exact: true });
  });

  it('a point is found by its id', async () => {
    const { search, events } = await open();
    expect(await search.find({ text: 'PL_1' })).toBe(true);
    expect(events).toEqual(['point', 'open PL_1']);
  });

  it('the answer doesn’t move away from a point opened meanwhile, but sets the origin of distances', async () => {
    const { map, search, gone, events } = await open();
    expect(await search.find({ text: '52.23, 21.01' }, { searches: () => false, looks: () => true })).toBe(
      true,
    );
    expect([search.text, gone, events]).toEqual(['52.23, 21.01', [], ['place']]);
    expect(map.from).toEqual({ ...WARSAW, exact: true });
    expect(await search.find({ text: 'PL_1' }, { searches: () => false, looks: () => true })).toBe(true);
    expect(events).toEqual(['place', 'point']);
  });

  it('the first rows don’t move the map away from a point opened meanwhile', async () => {
    const { network, map, search, gone } = await open();
    let isOpen = false;
    network.nearest = () => {
      isOpen = true;
      return Promise.resolve({ points: [], more: false, complete: true });
    };
    await search.goTo(place('place'), { searches: () => false, looks: () => isOpen });
    expect([gone, map.from]).toEqual([[], { ...WARSAW, exact: false }]);
  });

  it('nothing changes if the shopper has searched meanwhile', async () => {
    const { map, search, gone, events } = await open();
    expect(await search.find({ text: '52.23, 21.01' }, { searches: () => true, looks: () => false })).toBe(
      false,
    );
    expect([search.text, map.from, gone, events]).toEqual(['before', null, [], []]);
  });

  it('nothing changes without a result or a network', async () => {
    const { points, search, events } = await open();
    expect(await search.find({ text: 'Nowhere' })).toBe(false);
    vi.spyOn(points, 'network', 'get').mockReturnValue(null);
    expect(await search.find({ text: 'PL_1' })).toBe(false);
    expect([search.text, events]).toEqual(['before', []]);
  });

  it('a failure is reported, and doesn’t count as an empty result', async () => {
    const { network, points, search } = await open();
    const error = new AppError('not_found', 'no such file');
    network.findIds = () => Promise.reject(error);
    expect(await search.find({ text: 'PL_1' })).toBe(false);
    expect(points.failure).toBe(error);
  });

  it('after clearing the search, distances are measured from the middle of the view', async () => {
    const { map, search } = await open();
    await search.goTo(place('place'));
    search.clear();
    expect([search.searched, map.from, map.origin]).toEqual(['', null, START]);
  });
});
