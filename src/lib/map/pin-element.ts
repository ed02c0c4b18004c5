import type { Cluster } from '../network/point-store.ts';
import { compactCount } from './compact-count.ts';
import type { MapLabels } from './locator-map.ts';
import { drawPin, drawTick, pinKind, type PinKind } from './pin-drawings.ts';

type Look = PinKind | 'cluster';

/** Diameters of discs by their count's number of digits, in pixels; more digits look like the last. */
const DISC_PIXELS = [30, 34, 40, 46, 54];
/** Of a pin's drawing; its tip stands on the spot. */
const PIN_PIXELS = { width: 36, height: 46 };

/** The button for one cluster, stack or point. */
export interface PinElement {
  readonly button: HTMLButtonElement;
  /** What it stands for now. */
  cluster: Cluster;
  /** How far its drawing reaches from its spot, in pixels. */
  extent: { aside: number; above: number; below: number };
  /** Shows a later state of the same cluster; the button stays, and with it the focus. */
  update(cluster: Cluster): void;
  mark(selected: boolean, chosen: boolean): void;
}

/** Makes the button; whoever calls places it and listens to it. */
export function createPin(first: Cluster, labels: MapLabels): PinElement {
  const button = document.createElement('button');
  button.type = 'button';
  const count = document.createElement('span');
  const tick = drawTick();
  let look: Look | null = null;

  function update(cluster: Cluster): void {
    pin.cluster = cluster;
    button.setAttribute('aria-label', nameOf(cluster, labels));
    const next = lookOf(cluster);
    if (next !== look) {
      look = next;
      count.className = next === 'cluster' ? 'dp-disc' : 'dp-count';
      button.className = `dp-pin dp-pin-${next} leaflet-zoom-animated`;
      button.replaceChildren(...(next === 'cluster' ? [] : [drawPin(next)]), count);
    }
    count.textContent = cluster.count === 1 ? '' : compactCount(cluster.count);
    if (next === 'cluster') {
      const diameter = DISC_PIXELS[Math.min(DISC_PIXELS.length, String(cluster.count).length) - 1]!;
      pin.extent = { aside: diameter / 2, above: diameter / 2, below: diameter / 2 };
      count.style.setProperty('--size', `${diameter}px`);
    }
  }

  const pin: PinElement = {
    button,
    cluster: first,
    extent: { aside: PIN_PIXELS.width / 2, above: PIN_PIXELS.height, below: 0 },
    update,
    mark(selected, chosen) {
      // `aria-current` is read out as "current"; `aria-pressed` would promise that pressing again lets go.
      if (selected) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.toggleAttribute('data-selected', selected);
      button.toggleAttribute('data-chosen', chosen);
      if (chosen) button.append(tick);
      else tick.remove();
    },
  };
  update(first);
  return pin;
}

function lookOf({ count, members }: Cluster): Look {
  const only = members[0];
  if (!only) return 'cluster';
  return count === 1 ? pinKind(only.type) : 'stack';
}

function nameOf({ count, members }: Cluster, labels: MapLabels): string {
  const only = members[0];
  if (!only) return labels.cluster(count);
  return count === 1 ? labels.point(only.type, only.id) : labels.stack(count);
}
