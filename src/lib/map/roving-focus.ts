import * as L from './leaflet.ts';

/** A button of a pane, and where it is in layer points. */
export interface PlacedButton {
  x: number;
  y: number;
  button: HTMLElement;
}

export function placeOf(button: HTMLElement): PlacedButton {
  const { x, y } = L.DomUtil.getPosition(button);
  return { x, y, button };
}

/** The view, in layer points. */
function viewOf(map: L.Map) {
  const origin = map.containerPointToLayerPoint([0, 0]);
  return L.bounds(origin, origin.add(map.getSize()));
}

/** The buttons in view: focusing one outside would scroll the map's element. */
export function reachableButtons(map: L.Map, pane: HTMLElement): PlacedButton[] {
  const view = viewOf(map);
  return [...pane.querySelectorAll<HTMLElement>('button:not([inert])')]
    .map(placeOf)
    .filter(({ x, y }) => view.contains([x, y]));
}

/**
 * Makes the buttons of a pane one tab stop (roving tabindex), so that Tab doesn't go through hundreds of them. arrow-keys.ts moves
 * the focus between them.
 */
export function createRovingFocus(map: L.Map, pane: HTMLElement) {
  /** The button with `tabIndex` 0. */
  let stop: HTMLElement | null = null;

  const isInView = (button: HTMLElement) => viewOf(map).contains(L.DomUtil.getPosition(button));

  function makeStop(button: HTMLElement | null): void {
    if (stop) stop.tabIndex = -1;
    stop = button;
    if (stop) stop.tabIndex = 0;
  }

  pane.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) makeStop(target);
  });

  // Replaces the tab stop of the first pins.
  for (const button of pane.querySelectorAll<HTMLElement>('[tabindex="0"]')) button.tabIndex = -1;
  makeStop(pane.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null);

  return {
    /**
     * Call it after buttons were added (with `tabIndex` -1) or removed: it maintains one tab stop,
     * and moves a lost focus to a button nearby.
     * @param before the button that had the focus; null if none had
     */
    settle(before: HTMLElement | null): void {
      const isLost = before !== null && !before.isConnected;
      if (!isLost && stop?.isConnected && isInView(stop)) return;
      const inView = reachableButtons(map, pane);
      if (!stop?.isConnected || !isInView(stop)) {
        const middle = map.containerPointToLayerPoint(map.getSize().divideBy(2));
        makeStop(nearest(inView, middle));
      }
      if (!isLost) return;
      (nearest(inView, L.DomUtil.getPosition(before)) ?? map.getContainer()).focus({ preventScroll: true });
    },
  };
}

function nearest(places: readonly PlacedButton[], to: { x: number; y: number }): HTMLElement | null {
  const distance = ({ x, y }: PlacedButton) => Math.hypot(x - to.x, y - to.y);
  return [...places].sort((a, b) => distance(a) - distance(b))[0]?.button ?? null;
}
