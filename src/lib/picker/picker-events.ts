import type { PickerConfig } from '../contract/picker-config.ts';
import type { Point } from '#platform/point.ts';
import type { PointRules } from '../filter/point-rules.ts';
import type { PointNetwork } from '../network/point-network.ts';
import type { StoredPoint } from '../network/point-source.ts';
import type { Browsing } from './browsing.ts';

/** A chosen or offered point: the platform's own item, and its distance from the searched place. */
export type OfferedPoint = Point & { distanceMetres?: number };

/** Where the shopper selected a point. */
export type ChoiceSource = 'map' | 'list' | 'search' | 'undo';

/** Events of a picker for the surrounding page. Without typed text or positions: shops may send them to their analytics. */
export type PickerEvent =
  | { type: 'search'; kind: 'place' | 'point' }
  | { type: 'filter'; rules: PointRules }
  | { type: 'view'; view: 'list' | 'map' }
  | { type: 'gone'; id: string; alternatives: readonly OfferedPoint[] }
  /** Settings with values that the network doesn't have, a sentence each. */
  | { type: 'settings'; problems: readonly string[] }
  | { type: 'error'; error: unknown };

/** What a part of the picker tells: the page's events, and what has consequences for other parts alone. */
export type PartEvent =
  | PickerEvent
  /** Another version of the network has replaced the current one: points may be gone. */
  | { type: 'version' }
  /** A search has led to a point. */
  | { type: 'found'; stored: StoredPoint }
  /** A search has led to a place, or the filters have come or gone: what is open is closed. */
  | { type: 'elsewhere' }
  /** They were closed to see the filtered list. */
  | { type: 'filters-done' }
  /** They were closed otherwise. */
  | { type: 'filters-left' };

/** @returns resolves when the consequences are seen, where somebody waits for them */
export type Tell = (event: PartEvent) => Promise<void> | void;

/** Holds the choice, and can refuse one. */
export interface ChoiceHolder {
  chosen: OfferedPoint | null;
  /** Called before a choice is made; false cancels it. */
  readonly onselect?: ((point: OfferedPoint, source: ChoiceSource) => boolean | Promise<boolean>) | undefined;
  /** Called after the shopper has made or cleared the choice. */
  readonly onchoose?: ((point: OfferedPoint | null, source: ChoiceSource) => void) | undefined;
}

/** Inputs from the surrounding page, and its listeners. */
export interface PickerPage extends ChoiceHolder {
  /** Opens the network; called again if that failed. */
  readonly open: () => Promise<PointNetwork>;
  /** The shop's settings. Changes take effect, except to the map's start. */
  readonly config: PickerConfig;
  /** State from the page's address; read once, at the start. */
  readonly browsing?: Browsing | undefined;
  readonly onevent?: ((event: PickerEvent) => void) | undefined;
}
