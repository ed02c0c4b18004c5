import { describe, expect, it, vi } from 'vitest';
import type { MapView } from '../../../src/lib/map/locator-map.ts';
import { createPointStore } from '#network/point-store.ts';
import { MapViewState, type MapSurface } from '../../../src/lib/picker/map-view.svelte.ts';
import { makeItem } from './fake-network.ts';

const WARSAW: MapView = { latitude: 52.23, longitude: 21.01, zoom: 13 };
const BOX = { west: 20.9, south: 52.1, east: 21.1, north: 52.3 };
const COUNTRY = { west: 14, south: 49, east: 24, north: 55 };
const POINT = { id: 'PL_1', latitude: 52.2, longitude: 21, type: 'APM', place: 1 };

/** @param lastZoom the last zoom with content, everywhere */
function makeMap(surface: Partial<MapSurface> = {}, lastZoom = 19) {
  const map = new MapViewState(WARSAW, false, null);
  const shown: Partial<MapView>[] = [];
  const mount = () => map.mount({ heightPx: () => 600, coveredPx: () => 0, focus: () => true, ...surface });
  const build = () => map.build({ show: (view) => void shown.push(view), lastZoomAt: () => lastZoom });
  return { map, shown, mount, build };
}

/** A map that the page has mounted and built. */
function openMap(...parameters: Parameters<typeof makeMap>) {
  const made = makeMap(...parameters);
  const unmount = made.mount();
  made.build();
  return { ...made, unmount };
}

describe('the start of the map', () => {
  it('the start is the network’s until the map has a position', () => {
    const { map, mount, build } = makeMap();
    expect(map.start).toEqual(WARSAW);
    map.begin(COUNTRY);
    expect([map.start, map.view]).toMatchObject([COUNTRY, { latitude: 52, longitude: 19 }]);
    mount();
    build();
    map.rest(WARSAW, BOX);
    map.begin({ ...COUNTRY, east: 30 });
    expect([map.start, map.view]).toEqual([WARSAW, WARSAW]);
  });

  it('the start is where the map was sent before it was built', () => {
    const { map, mount } = makeMap();
    mount();
    map.go({ latitude: 50, longitude: 20 });
    map.begin(COUNTRY);
    expect(map.start).toEqual({ latitude: 50, longitude: 20, zoom: 13 });
  });

  it('the start stays if the page has no map', () => {
    const { map } = makeMap();
    map.go({ latitude: 50, longitude: 20 });
    expect(map.view).toEqual(WARSAW);
    expect(map.focus()).toBe(false);
  });
});

describe('the current view', () => {
  it('a view has moved if it differs from the first by two metres; a change of size isn’t a move', () => {
    const { map } = openMap();
    map.rest({ ...WARSAW, zoom: 12 }, BOX);
    expect(map.moved).toBe(false);
    map.rest({ ...WARSAW, zoom: 12, latitude: WARSAW.latitude + 1e-7 }, BOX);
    expect(map.moved).toBe(false);
    map.rest({ ...WARSAW, zoom: 12, latitude: WARSAW.latitude + 2 / 111_000 }, BOX);
    expect(map.moved).toBe(true);
  });

  it('the view of a window without room for a map is about ten kilometres around the middle', () => {
    const { map } = makeMap();
    expect([map.inView.south, map.inView.north].map((at) => at.toFixed(2))).toEqual(['52.13', '52.33']);
    map.rest(WARSAW, BOX);
    expect(map.inView).toEqual(BOX);
    map.rest(WARSAW, { ...BOX, north: BOX.south });
    expect(map.inView.north.toFixed(2)).toBe('52.33');
  });
});

describe('the shareable view', () => {
  const HERE = { latitude: 52.371234, longitude: 4.891234, accuracyMetres: 20 };
  const AT_HERE = { latitude: HERE.latitude, longitude: HERE.longitude, zoom: 15 };
  const KRAKOW = { latitude: 50.06, longitude: 19.94, zoom: 12 };

  function goHere() {
    const { map } = openMap();
    map.rest(WARSAW, BOX);
    map.rest({ ...WARSAW, zoom: 14 }, BOX);
    map.countFrom({ ...HERE, exact: true }, HERE);
    map.go(AT_HERE);
    return map;
  }

  it('the shareable view is the one that the map was moved to', () => {
    const { map } = openMap();
    map.rest(WARSAW, BOX);
    expect(map.shareable).toBeNull();
    map.rest(KRAKOW, BOX);
    expect(map.shareable).toEqual(KRAKOW);
  });

  it('there is no shareable view once the map goes to the device’s position, even if the shopper moves it', () => {
    const map = goHere();
    expect(map.shareable).toBeNull();
    map.rest(AT_HERE, BOX);
    map.rest({ ...AT_HERE, zoom: 9 }, BOX);
    map.rest({ ...AT_HERE, longitude: 5.4 }, BOX);
    expect(map.shareable).toBeNull();
    // The field was cleared, but the map is still there.
    map.countFrom(null);
    map.rest({ ...AT_HERE, longitude: 5.5 }, BOX);
    expect(map.shareable).toBeNull();
  });

  it('there is a shareable view again once the map has reached another place, but not on the way', () => {
    const map = goHere();
    map.rest(AT_HERE, BOX);
    map.countFrom({ ...KRAKOW, exact: true });
    map.go(KRAKOW);
    expect(map.shareable).toBeNull();
    map.rest({ ...AT_HERE, latitude: 51 }, BOX);
    expect(map.shareable).toBeNull();
    map.rest(KRAKOW, BOX);
    expect(map.shareable).toEqual(KRAKOW);
  });
});

describe('the origin of distances', () => {
  it('the origin is the middle of the view, unless a place was set', () => {
    const { map } = makeMap();
    expect(map.origin).toEqual(WARSAW);
    const place = { latitude: 50, longitude: 20, exact: true };
    map.countFrom(place, { latitude: 50, longitude: 20, accuracyMetres: 30 });
    expect([map.origin, map.here?.accuracyMetres]).toEqual([place, 30]);
    map.countFrom({ latitude: 51, longitude: 20, exact: false });
    expect([map.from?.latitude, map.here]).toEqual([51, null]);
    map.countFrom(null);
    expect(map.origin).toEqual(WARSAW);
  });
});

describe('bringing a position into view', () => {
  it('the map zooms in close enough, and never zooms out', () => {
    const { map, shown } = openMap();
    map.panTo(POINT);
    map.rest({ ...WARSAW, zoom: 17 }, BOX);
    map.panTo(POINT);
    expect(shown.map(({ zoom }) => zoom)).toEqual([15, 17]);
  });

  it('a point is moved clear of the sheet, at a zoom where its pin is drawn separately', () => {
    const store = createPointStore();
    store.insert([makeItem('PL_1', 21), makeItem('PL_2', 21.0004), makeItem('PL_3', 20.9996)], 1);
    const { map, shown } = openMap({ coveredPx: () => 300 });
    map.show(store.find('PL_1')!, store);
    expect(shown[0]?.zoom).toBeGreaterThan(15);
    // South of the point, so that the point is above the sheet.
    expect(shown[0]?.latitude).toBeLessThan(52);
  });

  it('the map stops at the last zoom with content, except at the shopper’s own position', () => {
    const { map, shown } = openMap({}, 14);
    map.panTo(POINT);
    map.goToContent({ latitude: 50, longitude: 20, zoom: 16 });
    map.goToContent({ latitude: 50, longitude: 20, zoom: 9 });
    const here = { latitude: 52.37, longitude: 4.89, accuracyMetres: 30 };
    map.countFrom({ ...here, exact: true }, here);
    map.goToContent({ latitude: 52.37, longitude: 4.89, zoom: 15 });
    expect(shown.map(({ zoom }) => zoom)).toEqual([14, 14, 9, 15]);
  });

  it('a point is shown no deeper than there is content, even if its pin is in a cluster there', () => {
    const store = createPointStore();
    const near = [makeItem('PL_1', 21), makeItem('PL_2', 21.0004), makeItem('PL_4', 20.9996)];
    store.insert([...near, makeItem('PL_3', 22)], 1);
    const { map, shown } = openMap({}, 14);
    map.show(store.find('PL_3')!, store);
    map.show(store.find('PL_1')!, store);
    expect(shown.map(({ zoom }) => zoom)).toEqual([14, 14]);
  });

  it('the map moves only if the sheet hides the point, and only once it is at rest', () => {
    const coveredPx = vi.fn(() => 0);
    const { map, shown } = openMap({ coveredPx });
    map.panClearOfSheet(POINT);
    expect(coveredPx).not.toHaveBeenCalled();
    map.rest(WARSAW, BOX);
    expect([coveredPx.mock.calls.length, shown]).toEqual([1, []]);
    coveredPx.mockReturnValue(400);
    map.panClearOfSheet(POINT);
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toHaveProperty('zoom');
  });

  it('a waiting move is dropped if the map goes elsewhere, or is destroyed', () => {
    const coveredPx = vi.fn(() => 400);
    const { map, shown, unmount } = openMap({ coveredPx });
    map.panClearOfSheet(POINT);
    map.go({ zoom: 16 });
    map.rest(WARSAW, BOX);
    expect(shown).toEqual([{ zoom: 16 }]);
    unmount();
    map.panClearOfSheet(POINT);
    map.go({ zoom: 3 });
    expect([shown.length, map.view]).toEqual([1, WARSAW]);
  });
});
