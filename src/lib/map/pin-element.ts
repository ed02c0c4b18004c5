import type { Cluster } from '../network/point-store.ts';
import * as L from './leaflet.ts';
import type { MapLabels } from './locator-map.ts';
import { pointKind } from '../contract/point-pictures.ts';
import { drawPin, drawTick, type PinKind } from './pin-drawings.ts';
import type { Rectangle } from './place-labels.ts';

/** How a cluster is drawn. */
export type PinVariant = PinKind | 'cluster';

/** Diameters of discs by their count's number of digits, in pixels; more digits look like the last. */
const DISC_PIXELS = [30, 34, 40, 46, 54];
/** Size of a disc's text, unless it is enlarged. */
const TEXT_PIXELS = 13;
/** Of a pin's drawing, 36 × 46 pixels; its tip stands on the spot. */
const PIN_EXTENT = { aside: 18, above: 46, below: 0 };

/** The button for one cluster, stack or point; may serve another after it. */
export interface PinElement {
  readonly button: HTMLButtonElement;
  /** What it stands for now. */
  cluster: Cluster;
  readonly look: PinVariant;
  /** How far its drawing reaches from its spot, in pixels. */
  extent: { aside: number; above: number; below: number };
  /** Shows a later state of the same cluster, or another one; the button stays, and with it the focus. */
  update(cluster: Cluster): void;
  /** Stands at a layer point; in flight to it, pins keep the order that they stand in front of one another. */
  moveTo(position: L.Point, inFlight: boolean): void;
  mark(selected: boolean, chosen: boolean): void;
}

/**
 * Makes the button; whoever calls places it and listens to it. What is shown already isn't written again: the browser would lay
 * out and paint hundreds of pins anew at every frame of a drag.
 */
export function createPin(first: Cluster, labels: MapLabels): PinElement {
  const button = document.createElement('button');
  button.type = 'button';
  // Arrow keys lead from pin to pin: see roving-focus.ts.
  button.tabIndex = -1;
  const count = document.createElement('span');
  let shown: Cluster | null = null;
  let look: PinVariant = variantOf(first);
  let position: L.Point | null = null;
  let depth: number | null = null;
  let marks = { selected: false, chosen: false };
  let tick: SVGSVGElement | null = null;

  function update(cluster: Cluster): void {
    pin.cluster = cluster;
    if (shown !== null && looksAlike(shown, cluster)) return;
    const next = variantOf(cluster);
    if (shown === null || next !== look) {
      look = next;
      count.className = next === 'cluster' ? 'dp-disc' : 'dp-count';
      button.className = `dp-pin dp-pin-${next} leaflet-zoom-animated`;
      button.replaceChildren(...(next === 'cluster' ? [] : [drawPin(next)]), count);
      if (next !== 'cluster') pin.extent = PIN_EXTENT;
    }
    shown = cluster;
    button.setAttribute('aria-label', nameOf(cluster, labels));
    count.textContent = cluster.count === 1 ? '' : labels.count(cluster.count);
    if (next === 'cluster') {
      const diameter = DISC_PIXELS[Math.min(DISC_PIXELS.length, String(cluster.count).length) - 1]!;
      pin.extent = { aside: diameter / 2, above: diameter / 2, below: diameter / 2 };
      // In the text's own size: digits must not spill out when it is enlarged.
      count.style.setProperty('--size', `${diameter / TEXT_PIXELS}em`);
    }
  }

  const pin: PinElement = {
    button,
    cluster: first,
    get look() {
      return look;
    },
    extent: PIN_EXTENT,
    update,
    moveTo(next, inFlight) {
      if (!position?.equals(next)) {
        position = next;
        L.DomUtil.setPosition(button, next);
      }
      if (inFlight || depth === next.y) return;
      depth = next.y;
      // What stands further south stands in front.
      button.style.zIndex = String(depth);
    },
    mark(selected, chosen) {
      if (selected !== marks.selected) {
        // `aria-current` is read out as "current"; `aria-pressed` would promise that pressing again lets go.
        if (selected) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
        button.toggleAttribute('data-selected', selected);
      }
      if (chosen !== marks.chosen) {
        button.toggleAttribute('data-chosen', chosen);
        if (chosen) button.append((tick ??= drawTick()));
        else tick?.remove();
      }
      marks = { selected, chosen };
    },
  };
  update(first);
  return pin;
}

/** What a pin covers, in layer points. */
export function boxOf({ button, extent }: PinElement): Rectangle {
  const { x, y } = L.DomUtil.getPosition(button);
  return { left: x - extent.aside, right: x + extent.aside, top: y - extent.above, bottom: y + extent.below };
}

/** Whether two clusters have the same drawing and the same name. */
function looksAlike(one: Cluster, other: Cluster): boolean {
  const [first, second] = [one.members[0], other.members[0]];
  return one.count === other.count && first?.id === second?.id && first?.type === second?.type;
}

export function variantOf({ count, members }: Cluster): PinVariant {
  const only = members[0];
  if (!only) return 'cluster';
  return count === 1 ? pointKind(only.type) : 'stack';
}

function nameOf({ count, members }: Cluster, labels: MapLabels): string {
  const only = members[0];
  if (!only) return labels.cluster(count);
  return count === 1 ? labels.point(only.type, only.id) : labels.stack(count);
}
