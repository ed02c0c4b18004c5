// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as L from '../../../src/lib/map/leaflet.ts';
import { createFrameQueue } from '../../../src/lib/map/frame-queue.ts';
import type { LocatorMapOptions } from '../../../src/lib/map/locator-map.ts';
import { createPointsLayer } from '../../../src/lib/map/points-layer.ts';
import type { Cluster } from '#network/point-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a map of 400 × 400 pixels whose views have this many clusters. */
function open(amount: number) {
  const element = document.createElement('div');
  for (const side of ['clientWidth', 'clientHeight']) Object.defineProperty(element, side, { value: 400 });
  document.body.append(element);
  const map = L.map(element, { zoomControl: false, attributionControl: false, zoomAnimation: false });
  map.setView([52, 21], 12, { animate: false });
  const clusters = Array.from({ length: amount }, (_, at): Cluster => ({
    latitude: 52,
    longitude: 21,
    count: 5,
    members: [],
    expansionZoom: 14,
    key: String(at),
    keyRanges: [],
  }));
  const labels = { cluster: String, count: String } as unknown as LocatorMapOptions['labels'];
  const store = { clustersIn: () => clusters } as unknown as LocatorMapOptions['store'];
  createPointsLayer(map, createFrameQueue(), { store, labels } as LocatorMapOptions, () => {});
  return { map, countPins: () => element.querySelectorAll('.dp-pin').length };
}

it('the first frame has a phone’s whole view, and each later one thirty new pins', () => {
  const { map, countPins } = open(100);
  expect(countPins()).toBe(60);
  vi.runAllTimers();
  expect(countPins()).toBe(100);
  map.setView([52, 21], 13, { animate: false });
  vi.advanceTimersToNextTimer();
  expect(countPins()).toBe(30);
  vi.runAllTimers();
  expect(countPins()).toBe(100);
});
