import type { StoredPoint } from '../network/point-store.ts';
import type { PinElement } from './pin-element.ts';

export interface PinHover {
  /** Pins were drawn anew: the one that was hovered may be gone, or stand for something else, which no event tells. */
  settle(): void;
  destroy(): void;
}

/**
 * Tells which points the mouse is over or the focus on. The pane listens for all its pins; the mouse, where it is on a pin, comes
 * before the focus. A finger hovers over nothing.
 * @param pins those there are, at any time
 * @param first what has happened in the pane already
 */
export function createPinHover(
  pane: HTMLElement,
  pins: ReadonlyMap<string, PinElement>,
  onhover: (points: readonly StoredPoint[]) => void,
  first: Event,
): PinHover {
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
    onhover(points);
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
    // A press moves the focus too, and opens what it is on.
    focused = target instanceof Element && target.matches(':focus-visible') ? pinOf(target) : null;
  });
  listen('focusout', () => (focused = null));

  if (!(first instanceof PointerEvent)) focused = pinOf(document.activeElement);
  else if (first.pointerType === 'mouse') pointed = pinOf(first.target);
  notify();

  return {
    settle() {
      if (pointed?.button.isConnected === false) pointed = null;
      if (focused?.button.isConnected === false) focused = null;
      notify();
    },
    destroy: () => listening.abort(),
  };
}
