import { describe, expect, it, vi } from 'vitest';
import type { MapView } from '../../../src/lib/map/locator-map.ts';
import { createPointStore } from '../../../src/lib/network/point-store.ts';
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

describe('where the map begins', () => {
  it('is what the network says, until the map stands somewhere', () => {
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

  it('is where it was told to go before it was built', () => {
    const { map, mount } = makeMap();
    mount();
    map.go({ latitude: 50, longitude: 20 });
    map.begin(COUNTRY);
    expect(map.start).toEqual({ latitude: 50, longitude: 20, zoom: 13 });
  });

  it('stays where the page has no map to go anywhere', () => {
    const { map } = makeMap();
    map.go({ latitude: 50, longitude: 20 });
    expect(map.view).toEqual(WARSAW);
    expect(map.focus()).toBe(false);
  });
});

describe('the view', () => {
  it('is moved once it is another than the first, by two metres; a change of size isn’t one', () => {
    const { map } = openMap();
    map.rest({ ...WARSAW, zoom: 12 }, BOX);
    expect(map.moved).toBe(false);
    map.rest({ ...WARSAW, zoom: 12, latitude: WARSAW.latitude + 1e-7 }, BOX);
    expect(map.moved).toBe(false);
    map.rest({ ...WARSAW, zoom: 12, latitude: WARSAW.latitude + 2 / 111_000 }, BOX);
    expect(map.moved).toBe(true);
  });

  it('of a window without room for a map is about ten kilometres around the middle', () => {
    const { map } = makeMap();
    expect([map.inView.south, map.inView.north].map((at) => at.toFixed(2))).toEqual(['52.13', '52.33']);
    map.rest(WARSAW, BOX);
    expect(map.inView).toEqual(BOX);
    map.rest(WARSAW, { ...BOX, north: BOX.south });
    expect(map.inView.north.toFixed(2)).toBe('52.33');
  });
});

describe('the view for others', () => {
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

  it('is the one that the map was moved to', () => {
    const { map } = openMap();
    map.rest(WARSAW, BOX);
    expect(map.shareable).toBeNull();
    map.rest(KRAKOW, BOX);
    expect(map.shareable).toEqual(KRAKOW);
  });

  it('is none from the moment the map goes to the device’s position, whatever is done there by hand', () => {
    const map = goHere();
    expect(map.shareable).toBeNull();
    map.rest(AT_HERE, BOX);
    map.rest({ ...AT_HERE, zoom: 9 }, BOX);
    map.rest({ ...AT_HERE, longitude: 5.4 }, BOX);
    expect(map.shareable).toBeNull();
    // The field was cleared: the map still stands there.
    map.countFrom(null);
    map.rest({ ...AT_HERE, longitude: 5.5 }, BOX);
    expect(map.shareable).toBeNull();
  });

  it('is there again once the map has come to another place, not on the way', () => {
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
  it('is the middle of the view unless there is a place to count from', () => {
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

describe('bringing something into view', () => {
  it('goes near enough, and never farther away', () => {
    const { map, shown } = openMap();
    map.panTo(POINT);
    map.rest({ ...WARSAW, zoom: 17 }, BOX);
    map.panTo(POINT);
    expect(shown.map(({ zoom }) => zoom)).toEqual([15, 17]);
  });

  it('leaves a point free of the sheet, near enough that its pin stands alone', () => {
    const store = createPointStore();
    store.insert([makeItem('PL_1', 21), makeItem('PL_2', 21.0004)], 1);
    const { map, shown } = openMap({ coveredPx: () => 300 });
    map.show(store.find('PL_1')!, store);
    expect(shown[0]?.zoom).toBeGreaterThan(15);
    // South of the point, so that the point is above the sheet.
    expect(shown[0]?.latitude).toBeLessThan(52);
  });

  it('ends at the last zoom with content, except at the shopper’s own position', () => {
    const { map, shown } = openMap({}, 14);
    map.panTo(POINT);
    map.goToContent({ latitude: 50, longitude: 20, zoom: 16 });
    map.goToContent({ latitude: 50, longitude: 20, zoom: 9 });
    const here = { latitude: 52.37, longitude: 4.89, accuracyMetres: 30 };
    map.countFrom({ ...here, exact: true }, here);
    map.goToContent({ latitude: 52.37, longitude: 4.89, zoom: 15 });
    expect(shown.map(({ zoom }) => zoom)).toEqual([14, 14, 9, 15]);
  });

  it('shows a point at that zoom if its pin stands alone there, else where it does', () => {
    const store = createPointStore();
    store.insert([makeItem('PL_1', 21), makeItem('PL_2', 21.0004), makeItem('PL_3', 22)], 1);
    const { map, shown } = openMap({}, 14);
    map.show(store.find('PL_3')!, store);
    map.show(store.find('PL_1')!, store);
    expect(shown[0]?.zoom).toBe(14);
    expect(shown[1]?.zoom).toBeGreaterThan(15);
  });

  it('moves only if the sheet hides the point, and waits until the map is at rest', () => {
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

  it('gives up what waits when the map goes elsewhere, or away', () => {
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
