import type { AppCalls } from '#contract/app-message.ts';
import type { AppWindow } from './app-channel.ts';

/** Larger than any device's cutout or any app's bar; in CSS pixels. */
const MOST_PIXELS = 200;

const EDGES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Sets the edges that style sheets keep free (`--dp-inset-top` and so on), in place of the device's own
 * `env(safe-area-inset-…)`. Edges that aren't given, or aren't usable, stay as they are.
 */
export function setInsets(
  style: Pick<CSSStyleDeclaration, 'setProperty'>,
  edges: Readonly<Partial<Record<(typeof EDGES)[number], unknown>>>,
): void {
  for (const edge of EDGES) {
    const pixels = edges[edge];
    if (typeof pixels === 'number' && pixels >= 0 && pixels <= MOST_PIXELS)
      style.setProperty(`--dp-inset-${edge}`, `${pixels}px`);
  }
}

/**
 * Offers the calls as `window.droppoint`. An app's interface of that name is kept: its `postMessage` still
 * reaches the app.
 */
export function offerCalls(view: Pick<AppWindow, 'droppoint'>, calls: AppCalls): void {
  const native = view.droppoint;
  const own: AppCalls & NonNullable<AppWindow['droppoint']> = { ...calls };
  if (native !== undefined) own.postMessage = (text) => native.postMessage?.(text);
  view.droppoint = own;
}
