import type { PickerConfig } from '#contract/picker-config.ts';
import type { Point } from '#platform/point.ts';
import type { PointRules } from '#filter/point-rules.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { StoredPoint } from '#network/point-source.ts';
import type { Browsing } from './browsing.ts';

/** A chosen or offered point: the platform's own item, and its distance from the searched place. */
export type OfferedPoint = Point & { distanceMetres?: number };

/** Where the shopper selected a point. */
export type ChoiceSource = 'map' | 'list' | 'search';

/** Events of a picker for the surrounding page. Without typed text or positions: shops may send them to their analytics. */
export type PickerEvent =
  | { type: 'search'; kind: 'place' | 'point' }
  | { type: 'filter'; rules: PointRules }
  | { type: 'view'; view: 'list' | 'map' }
  | { type: 'gone'; id: string; alternatives: readonly OfferedPoint[] }
  /** Settings with values that the network doesn't have, as one sentence each. */
  | { type: 'settings'; problems: readonly string[] }
  | { type: 'error'; error: unknown };

/** Events of the picker's parts: those for the page, and those that only concern other parts. */
export type PartEvent =
  | PickerEvent
  /** Another version of the network has replaced the current one: points may be gone. */
  | { type: 'version' }
  /** A search has led to a point. */
  | { type: 'found'; stored: StoredPoint }
  /** A search has led to a place, or the filters were opened or closed: whatever is open is closed. */
  | { type: 'elsewhere' }
  /** The filters were closed to see the filtered list. */
  | { type: 'filters-done' }
  /** The filters were closed in another way. */
  | { type: 'filters-left' };

/**
 * Reports an event. @returns resolves when its consequences are visible, if some caller waits for them
 */
export type ReportEvent = (event: PartEvent) => Promise<void> | void;

/** Stores the choice, and can refuse one. */
export interface ChoiceHolder {
  /** Reactive. */
  chosen: OfferedPoint | null;
  /** Called before a choice is made. Called again while it is deciding, if another point is pressed. */
  mayChoose?(point: OfferedPoint, source: ChoiceSource): boolean | Promise<boolean>;
  /** Called after the shopper has made or cleared the choice. */
  onchoose?(point: OfferedPoint | null): void;
}

/** Inputs from the surrounding page, and its listeners. */
export interface PickerPage {
  readonly choice: ChoiceHolder;
  /** Opens the network; called again if that failed. */
  readonly open: () => Promise<PointNetwork>;
  /** The shop's settings. Changes take effect, except to the map's start. */
  readonly config: PickerConfig;
  /** State from the page's address; read once, at the start. */
  readonly browsing?: Browsing | undefined;
  readonly onevent?: ((event: PickerEvent) => void) | undefined;
}
