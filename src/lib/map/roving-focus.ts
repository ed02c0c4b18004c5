import * as L from './leaflet.ts';
import { isDirection, nearestInDirection, type Place, STEPS } from './nearest-in-direction.ts';

/** How far an arrow key moves the map if there is no button in that direction, in pixels. */
const PAN_PIXELS = 120;

/**
 * Makes the buttons of a pane one tab stop (roving tabindex), so that Tab doesn't go through hundreds of them. Arrow keys move
 * the focus to the next button, or the map if there is none.
 */
export function createRovingFocus(map: L.Map, pane: HTMLElement) {
  /** The button with `tabIndex` 0. */
  let stop: HTMLElement | null = null;

  const positionOf = (button: HTMLElement) => {
    const { x, y } = L.DomUtil.getPosition(button);
    return { x, y, button };
  };
  const view = () => {
    const origin = map.containerPointToLayerPoint([0, 0]);
    return L.bounds(origin, origin.add(map.getSize()));
  };
  const isInView = (button: HTMLElement) => view().contains(L.DomUtil.getPosition(button));
  /** The buttons in view: focusing one outside would scroll the map's element. */
  const reachable = () => {
    const seen = view();
    return [...pane.querySelectorAll<HTMLElement>('button:not([inert])')]
      .map(positionOf)
      .filter(({ x, y }) => seen.contains([x, y]));
  };

  function makeStop(button: HTMLElement | null): void {
    if (stop) stop.tabIndex = -1;
    stop = button;
    if (stop) stop.tabIndex = 0;
  }

  function onKeydown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || !isDirection(event.key)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = nearestInDirection(positionOf(event.target), event.key, reachable());
    if (next) next.button.focus({ preventScroll: true });
    else {
      const { x, y } = STEPS[event.key];
      map.panBy([x * PAN_PIXELS, y * PAN_PIXELS], { animate: false });
    }
  }

  pane.addEventListener('keydown', onKeydown);
  pane.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) makeStop(target);
  });

  return {
    /** Returns the focused button, if any. */
    focused: () => (pane.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null),
    /**
     * To be called after buttons were added (with `tabIndex` -1) or removed: keeps one tab stop, and the focus near where it was.
     * @param before the button focused before, from `focused`
     */
    settle(before: HTMLElement | null): void {
      const isLost = before !== null && !before.isConnected;
      if (!isLost && stop?.isConnected && isInView(stop)) return;
      const inView = reachable();
      if (!stop?.isConnected || !isInView(stop)) {
        const middle = map.containerPointToLayerPoint(map.getSize().divideBy(2));
        makeStop(nearest(inView, middle));
      }
      if (!isLost) return;
      (nearest(inView, L.DomUtil.getPosition(before)) ?? map.getContainer()).focus({ preventScroll: true });
    },
  };
}

function nearest(places: readonly (Place & { button: HTMLElement })[], to: Place): HTMLElement | null {
  const distance = ({ x, y }: Place) => Math.hypot(x - to.x, y - to.y);
  return [...places].sort((a, b) => distance(a) - distance(b))[0]?.button ?? null;
}
