import './cooperative-gestures.css';
import type { MapLabels } from './locator-map.ts';

/** Long enough to read seven words. */
const HINT_MS = 1500;

/**
 * Leaves one-finger drags and the plain wheel to the scrolling page: two fingers, or the wheel with Ctrl or ⌘, move the map (like
 * MapLibre's `cooperativeGestures`). Only stops these events before the map's own listeners: a tap still clicks a pin.
 * @param element the map's container
 * @returns a function that undoes it
 */
export function enableCooperativeGestures(element: HTMLElement, labels: MapLabels): () => void {
  const hint = document.createElement('p');
  hint.className = 'dp-gesture-hint';
  // Screen reader users don't need the hint: they move the map by keyboard.
  hint.ariaHidden = 'true';
  element.append(hint);
  element.classList.add('dp-cooperative');

  let timer: ReturnType<typeof setTimeout> | undefined;
  const showHint = (words: string) => {
    hint.textContent = words;
    hint.classList.add('dp-shown');
    clearTimeout(timer);
    timer = setTimeout(() => hint.classList.remove('dp-shown'), HINT_MS);
  };

  const listening = new AbortController();
  const listen = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    handle: (event: HTMLElementEventMap[Kind]) => void,
  ) => element.addEventListener(kind, handle, { capture: true, passive: true, signal: listening.signal });
  listen('touchstart', (event) => {
    if (event.touches.length === 1) event.stopImmediatePropagation();
  });
  // Leaflet counts pointers in browsers without touch events.
  listen('pointerdown', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary) event.stopImmediatePropagation();
  });
  listen('touchmove', (event) => {
    if (event.touches.length === 1) showHint(labels.twoFingers());
  });
  listen('wheel', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.stopImmediatePropagation();
    showHint(labels.wheel());
  });

  return () => {
    listening.abort();
    clearTimeout(timer);
    hint.remove();
    element.classList.remove('dp-cooperative');
  };
}
