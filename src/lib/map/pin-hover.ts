import type { StoredPoint } from '../network/point-store.ts';
import type { PinElement } from './pin-element.ts';

export interface PinHover {
  /** A pin was made: it is told of from now on. */
  follow(pin: PinElement): void;
  /** Pins were drawn anew: the one that was hovered may be gone, or stand for something else, which no event tells. */
  settle(): void;
  destroy(): void;
}

/**
 * Tells which points the mouse is over or the focus on. The pane listens for all its pins; the mouse, where it is on a pin, comes
 * before the focus. A finger hovers over nothing.
 */
export function createPinHover(
  pane: HTMLElement,
  onhover: (points: readonly StoredPoint[]) => void,
): PinHover {
  const pins = new WeakMap<Element, PinElement>();
  const listening = new AbortController();
  let pointed: PinElement | null = null;
  let focused: PinElement | null = null;
  let told: readonly StoredPoint[] = [];

  const pinOf = (target: EventTarget | null) =>
    (target instanceof Element && pins.get(target.closest('.dp-pin') ?? target)) || null;

  function tell(): void {
    const points = (pointed ?? focused)?.cluster.members ?? [];
    if (points.length === told.length && points.every(({ id }, at) => id === told[at]?.id)) return;
    told = points;
    onhover(points);
  }

  function listen<Name extends 'pointerover' | 'pointerout' | 'focusin' | 'focusout'>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    const { signal } = listening;
    pane.addEventListener(name, (event) => (act(event), tell()), { signal, passive: true });
  }
  listen('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'mouse') pointed = pinOf(target);
  });
  listen('pointerout', ({ relatedTarget }) => (pointed = pinOf(relatedTarget)));
  listen('focusin', ({ target }) => (focused = pinOf(target)));
  listen('focusout', () => (focused = null));

  return {
    follow: (pin) => void pins.set(pin.button, pin),
    settle() {
      if (pointed?.button.isConnected === false) pointed = null;
      if (focused?.button.isConnected === false) focused = null;
      tell();
    },
    destroy: () => listening.abort(),
  };
}
