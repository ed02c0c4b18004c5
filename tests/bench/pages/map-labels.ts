import { formatShortCount } from '../../../src/lib/i18n/format.ts';
import type { MapLabels } from '../../../src/lib/map/locator-map.ts';

/** The words that this product's map needs. */
export const MAP_LABELS: MapLabels = {
  map: 'Map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  point: (type, id) => `${type} ${id}`,
  stack: (count) => `${count} points`,
  cluster: (count) => `${formatShortCount(count)} points`,
  count: formatShortCount,
  twoFingers: () => '',
  wheel: () => '',
};
