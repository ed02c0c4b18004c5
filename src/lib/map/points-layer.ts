import * as L from './leaflet.ts';
import { holdsPoint } from '../network/clusters.ts';
import type { Cluster, PointSource, StoredPoint } from '../network/point-source.ts';
import type { MapLabels } from './locator-map.ts';
import { motionAllowed } from './motion.ts';
import { createPin, type PinElement } from './pin-element.ts';
import type { Rectangle } from './place-labels.ts';
import { createRovingFocus } from './roving-focus.ts';
import { originAfterZoom } from './zoom-frame.ts';

/** How far outside the view a thing may stand and still be seen in part, in pixels. */
const MARGIN_PIXELS = 40;

export interface PointsLayer {
  /** Draws what the store has in the view now. */
  refresh: () => void;
  mark: (selected: StoredPoint | null, chosen: StoredPoint | null) => void;
  destroy(): void;
}

interface PointsLayerOptions {
  map: L.Map;
  store: PointSource;
  labels: MapLabels;
  onpress: (points: readonly StoredPoint[]) => void;
  /** Things were drawn anew: the boxes they take, in layer points, and whether the map is at rest there. */
  ondraw: (boxes: Rectangle[], atRest: boolean) => void;
}

/**
 * Clusters, stacks and points of the view as buttons. A button lives on while its cluster does, so neither the focus nor a press
 * is lost when a page of points comes in.
 */
export function createPointsLayer({ map, store, labels, onpress, ondraw }: PointsLayerOptions): PointsLayer {
  const pane = map.createPane('points');
  // Leaflet's types leave this method out (Leaflet reference, Handler: Map's `dragging`).
  const dragging = map.dragging as L.Handler & { moved(): boolean };
  const pins = new Map<string, PinElement>();
  const focus = createRovingFocus(map, pane);
  let marked: { selected: StoredPoint | null; chosen: StoredPoint | null } = { selected: null, chosen: null };
  let frame = 0;

  function refresh(atRest = false): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const zoom = Math.round(map.getZoom());
    const bounds = map.getBounds();
    const seen = map.getPixelBounds();
    const reach = L.point(MARGIN_PIXELS, MARGIN_PIXELS);
    const wide = L.bounds(seen.min!.subtract(reach), seen.max!.add(reach));
    const clusters = store
      .clustersIn(
        {
          west: bounds.getWest(),
          south: bounds.getSouth(),
          east: bounds.getEast(),
          north: bounds.getNorth(),
        },
        zoom,
      )
      .filter(({ latitude, longitude }) => wide.contains(map.project([latitude, longitude])));
    draw(new Map(clusters.map((cluster) => [`${zoom}/${cluster.key}`, cluster])));
    ondraw([...pins.values()].map(boxOf), atRest);
  }

  function draw(wanted: ReadonlyMap<string, Cluster>): void {
    const lost = focus.focused();
    for (const [key, pin] of pins) {
      if (wanted.has(key)) continue;
      pins.delete(key);
      pin.button.remove();
    }
    for (const [key, cluster] of wanted) {
      const pin = pins.get(key);
      if (pin) pin.update(cluster);
      else pins.set(key, add(cluster));
    }
    place();
    applyMarks();
    focus.settle(lost);
  }

  function add(cluster: Cluster): PinElement {
    const pin = createPin(cluster, labels);
    pin.button.addEventListener('click', (event) => {
      // The end of a drag that began on this button is a click too, but no press; keys press with detail 0.
      if (event.detail !== 0 && dragging.moved()) return;
      press(pin);
    });
    L.DomEvent.on(pin.button, 'dblclick', L.DomEvent.stop);
    pane.append(pin.button);
    return pin;
  }

  function press({ button, cluster }: PinElement): void {
    // Safari doesn't focus a button that is clicked.
    button.focus({ preventScroll: true });
    if (cluster.members.length > 0) onpress(cluster.members);
    else {
      map.setView([cluster.latitude, cluster.longitude], Math.min(cluster.splitsAtZoom, map.getMaxZoom()), {
        animate: motionAllowed(),
      });
    }
  }

  /** Puts every button where its cluster lies; `origin` is the world pixel of layer point 0, 0. */
  function place(origin = map.getPixelOrigin(), zoom = map.getZoom()): void {
    for (const { button, cluster } of pins.values()) {
      const position = map.project([cluster.latitude, cluster.longitude], zoom).subtract(origin).round();
      L.DomUtil.setPosition(button, position);
      // What stands further south stands in front.
      button.style.zIndex = String(position.y);
    }
  }

  function applyMarks(): void {
    const { selected, chosen } = marked;
    for (const pin of pins.values()) {
      const holds = (point: StoredPoint | null) => point !== null && holdsPoint(pin.cluster, point);
      pin.mark(holds(selected), holds(chosen));
    }
  }

  const soon = () => (frame ||= requestAnimationFrame(() => refresh()));
  const handlers: L.LeafletEventHandlerFnMap = {
    move: soon,
    moveend: () => refresh(true),
    zoom: () => place(),
    zoomanim: ({ center, zoom }) => place(originAfterZoom(map, center, zoom), zoom),
  };
  map.on(handlers);

  return {
    refresh: () => refresh(),
    mark(selected, chosen) {
      marked = { selected, chosen };
      applyMarks();
    },
    destroy() {
      cancelAnimationFrame(frame);
      map.off(handlers);
      focus.destroy();
      pane.remove();
    },
  };
}

function boxOf({ button, extent }: PinElement): Rectangle {
  const { x, y } = L.DomUtil.getPosition(button);
  return { left: x - extent.aside, right: x + extent.aside, top: y - extent.above, bottom: y + extent.below };
}
