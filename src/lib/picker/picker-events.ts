import type { PickerConfig } from '../contract/picker-config.ts';
import type { Point } from '../contract/point.ts';
import type { PointRules } from '../filter/point-rules.ts';
import type { PointNetwork } from '../network/point-network.ts';
import type { Browsing } from './browsing.ts';

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

/** Who holds the choice, and has a say in it. */
export interface ChoiceHolder {
  chosen: OfferedPoint | null;
  /** Asked before a choice is made; false leaves everything as it was. */
  readonly onselect?: ((point: OfferedPoint, source: ChoiceSource) => boolean | Promise<boolean>) | undefined;
  /** The choice was made by the shopper, or taken back. */
  readonly onchoose?: ((point: OfferedPoint | null, source: ChoiceSource) => void) | undefined;
}

/** What the page around gives, and is told. */
export interface PickerPage extends ChoiceHolder {
  /** Opens the network; asked again where that failed. */
  readonly open: () => Promise<PointNetwork>;
  /** What the shop asks for. A change of it takes effect, but for where the map begins. */
  readonly config: PickerConfig;
  /** What the page's address names; once, at the beginning. */
  readonly browsing?: Browsing | undefined;
  readonly onevent?: ((event: PickerEvent) => void) | undefined;
}
