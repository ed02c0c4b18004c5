import './cooperative-gestures.css';

/** Long enough to read seven words. */
const HINT_MS = 1500;

/** What a map says to gestures that it leaves to the page. */
export interface GestureHints {
  twoFingers: () => string;
  wheel: () => string;
}

/**
 * Leaves one finger and the wheel alone to the page that scrolls around the map: two fingers, or the wheel with Ctrl or ⌘, are the map's
 * (as `cooperativeGestures` of MapLibre). They are kept from the map's own listeners, nothing else is changed: a tap still presses a pin.
 * @param element the map's; what is added goes with it
 * @returns takes all of it away again
 */
export function cooperate(element: HTMLElement, hints: GestureHints): () => void {
  const hint = document.createElement('p');
  hint.className = 'dp-gesture-hint';
  // Who can't see it has no such gestures: the map is moved by keys.
  hint.ariaHidden = 'true';
  element.append(hint);
  element.classList.add('dp-cooperative');

  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (words: string) => {
    hint.textContent = words;
    hint.classList.add('dp-shown');
    clearTimeout(timer);
    timer = setTimeout(() => hint.classList.remove('dp-shown'), HINT_MS);
  };

  const listening = new AbortController();
  const listen = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    answer: (event: HTMLElementEventMap[Kind]) => void,
  ) => element.addEventListener(kind, answer, { capture: true, passive: true, signal: listening.signal });
  listen('touchstart', (event) => {
    if (event.touches.length === 1) event.stopImmediatePropagation();
  });
  // Leaflet counts fingers by pointers where the browser has no touch events.
  listen('pointerdown', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary) event.stopImmediatePropagation();
  });
  listen('touchmove', (event) => {
    if (event.touches.length === 1) say(hints.twoFingers());
  });
  listen('wheel', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.stopImmediatePropagation();
    say(hints.wheel());
  });

  return () => {
    listening.abort();
    clearTimeout(timer);
    hint.remove();
    element.classList.remove('dp-cooperative');
  };
}
