import type { Cluster } from '#network/point-source.ts';
import * as L from './leaflet.ts';
import type { MapLabels } from './locator-map.ts';
import { pointKind } from '#contract/point-pictures.ts';
import { drawPin, drawTick, extentOfPin, type PinKind } from './pin-drawings.ts';
import type { Rectangle } from './place-labels.ts';

export type PinVariant = PinKind | 'cluster';

/** Diameters of discs by the number of their count's digits, in pixels; the last for more digits. */
const DISC_PIXELS = [30, 34, 40, 46, 54];
/** Default size of a disc's text, in pixels. */
const TEXT_PIXELS = 13;

export type PinElement = ReturnType<typeof createPin>;

/**
 * Creates the button for a cluster, stack or point, to be reused for others; the caller adds it to the document and listens for clicks.
 * Writes to the DOM only what has changed: otherwise the browser would lay out and paint hundreds of pins again at every frame of a drag.
 */
export function createPin(first: Cluster, labels: MapLabels) {
  const button = document.createElement('button');
  button.type = 'button';
  // arrow-keys.ts moves the focus.
  button.tabIndex = -1;
  const count = document.createElement('span');
  let shown: Cluster | null = null;
  let position: L.Point | null = null;
  let depth: number | null = null;
  let marks = { selected: false, chosen: false };
  let tick: SVGSVGElement | null = null;

  /** Shows a new state of the same cluster, or another cluster; keeps the button, and so the focus. */
  function update(cluster: Cluster): void {
    pin.cluster = cluster;
    if (shown !== null && looksAlike(shown, cluster)) return;
    const next = variantOf(cluster);
    if (shown === null || next !== pin.variant) {
      pin.variant = next;
      count.className = next === 'cluster' ? 'dp-disc' : 'dp-count';
      button.className = `dp-pin dp-pin-${next} leaflet-zoom-animated`;
      button.replaceChildren(...(next === 'cluster' ? [] : [drawPin(next)]), count);
      if (next !== 'cluster') pin.extent = extentOfPin(next);
    }
    shown = cluster;
    name(nameOf(cluster, labels));
    count.textContent = cluster.count === 1 ? '' : labels.count(cluster.count);
    if (next === 'cluster') {
      const diameter = DISC_PIXELS[Math.min(DISC_PIXELS.length, String(cluster.count).length) - 1]!;
      pin.extent = { aside: diameter / 2, above: diameter / 2, below: diameter / 2 };
      // In em, so that the digits fit if text is enlarged.
      count.style.setProperty('--size', `${diameter / TEXT_PIXELS}em`);
    }
  }

  /** Sets what assistive technology says. */
  function name(words: string): void {
    if (words !== button.getAttribute('aria-label')) button.setAttribute('aria-label', words);
  }

  const pin = {
    button,
    /** The cluster that it shows now. */
    cluster: first,
    variant: variantOf(first),
    /** Extent of its drawing around its spot, in pixels. */
    extent: extentOfPin('stack'),
    update,
    name,
    /** Moves it to a layer point; if in flight (a zoom animation), without changing its z-index. */
    moveTo(next: L.Point, inFlight: boolean): void {
      if (!position?.equals(next)) {
        position = next;
        L.DomUtil.setPosition(button, next);
      }
      if (inFlight || depth === next.y) return;
      depth = next.y;
      // Pins further south are in front.
      button.style.zIndex = String(depth);
    },
    mark(selected: boolean, chosen: boolean): void {
      if (selected !== marks.selected) {
        // `aria-current` is announced as "current"; `aria-pressed` would imply that a second click deselects.
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

/** The box that a pin covers, in layer points. */
export function boxOfPin({ button, extent }: PinElement): Rectangle {
  const { x, y } = L.DomUtil.getPosition(button);
  return { left: x - extent.aside, right: x + extent.aside, top: y - extent.above, bottom: y + extent.below };
}

/** Whether two clusters have the same drawing and label. */
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
  return count === 1 ? labels.point(only) : labels.stack(count);
}
