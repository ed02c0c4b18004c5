import type { Point } from '../contract/point.ts';
import type { PointRules } from '../filter/point-rules.ts';

/** A chosen or offered point: the platform's own item, and how far it is from the place searched for. */
export type OfferedPoint = Point & { distanceMetres?: number };

/** How the shopper came to a point. */
export type ChoiceSource = 'map' | 'list' | 'search' | 'undo';

/** What happens in a picker, for the page around it. Nothing typed and no position: it may go into a shop's analytics. */
export type PickerEvent =
  | { type: 'search'; kind: 'place' | 'point' }
  | { type: 'filter'; rules: PointRules }
  | { type: 'view'; view: 'list' | 'map' }
  | { type: 'gone'; id: string; alternatives: readonly OfferedPoint[] }
  /** What of the settings the network doesn't have, a sentence each. */
  | { type: 'settings'; problems: readonly string[] }
  | { type: 'error'; error: unknown };
