import { formatShortCount } from './format.ts';
import { m } from './messages.ts';
import { nameType } from './name-values.ts';

/**
 * Texts of a map (`MapLabels`). @param label distinguishes it from others on the page; null if it is the
 * only one
 */
export const createMapLabels = (label: string | null) => ({
  map: label === null ? m.map_map() : `${m.map_map()}: ${label}`,
  credits: m.map_credits(),
  zoomIn: m.map_zoom_in(),
  zoomOut: m.map_zoom_out(),
  point: ({ type }: { type: string }) => nameType(type),
  // Users of speech input say the visible text (WCAG 2.5.3).
  cluster: (amount: number) => m.map_cluster({ amount, shown: formatShortCount(amount) }),
  stack: (amount: number) => m.map_stack({ amount, shown: formatShortCount(amount) }),
  count: formatShortCount,
  twoFingers: () => m.map_two_fingers(),
  wheel: () => (/Mac/.test(navigator.userAgent) ? m.map_wheel_mac() : m.map_wheel()),
});
