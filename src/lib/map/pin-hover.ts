import type { StoredPoint } from '#network/point-source.ts';
import type { MapListener } from './locator-map.ts';
import type { PinElement } from './pin-element.ts';

export type PinHover = ReturnType<typeof createPinHover>;

/**
 * Reports which points are hovered by the mouse or focused. Listens on the pane for all its pins; a
 * pin under the mouse takes precedence over the focused one. Touches are ignored, as they don't
 * hover.
 * @param pins the current pins; the caller updates the list
 * @param first the event because of which this was loaded: a hover by mouse or a visible focus
 */
export function createPinHover(
  pane: HTMLElement,
  pins: ReadonlyMap<string, PinElement>,
  listener: Pick<MapListener, 'hoveredPins'>,
  first: Event,
) {
  const listening = new AbortController();
  let pointed: PinElement | null = null;
  let focused: PinElement | null = null;
  let shown: readonly StoredPoint[] = [];

  const pinOf = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest('.dp-pin') : null;
    for (const pin of button === null ? [] : pins.values()) if (pin.button === button) return pin;
    return null;
  };

  function notify(): void {
    const points = (pointed ?? focused)?.cluster.members ?? [];
    if (points.length === shown.length && points.every(({ id }, at) => id === shown[at]?.id)) return;
    shown = points;
    listener.hoveredPins = points;
  }

  function listen<Name extends 'pointerover' | 'pointerout' | 'focusin' | 'focusout'>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    const { signal } = listening;
    pane.addEventListener(name, (event) => (act(event), notify()), { signal, passive: true });
  }
  listen('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'mouse') pointed = pinOf(target);
  });
  listen('pointerout', ({ relatedTarget }) => (pointed = pinOf(relatedTarget)));
  listen('focusin', ({ target }) => {
    // Not for focus by click, which opens the pin.
    focused = target instanceof Element && target.matches(':focus-visible') ? pinOf(target) : null;
  });
  listen('focusout', () => (focused = null));

  if (first instanceof PointerEvent) pointed = pinOf(first.target);
  else focused = pinOf(document.activeElement);
  notify();

  return {
    /**
     * Call it after pins were redrawn: the hovered pin may be gone or show something else, and no
     * event reports that.
     */
    settle(): void {
      if (pointed?.button.isConnected === false) pointed = null;
      if (focused?.button.isConnected === false) focused = null;
      notify();
    },
    destroy: () => listening.abort(),
  };
}
