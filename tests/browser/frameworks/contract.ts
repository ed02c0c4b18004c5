import type { DroppointPicker } from '../../../packages/elements/element.d.ts';
import type { DroppointParcel } from '../../../packages/elements/parcel-element.d.ts';

/** Settings on the tag: booleans, numbers, texts and data, under the names of attributes and of properties. */
export interface Settings {
  origin: string;
  required: boolean;
  remember: boolean;
  'with-details': boolean;
  zoom: number;
  city: string;
  'postal-code': string;
  mapConsent?: string;
  excludeIds?: readonly string[];
  filter: object;
}

/** The state that each framework's component renders. */
export interface View {
  /**
   * - `written`: each setting by itself, where the package is imported.
   * - `spread`: all settings at once, in frameworks that can.
   * - `lasting`: as the guide recommends for pages rendered before the script loads, or by a server.
   * - `parcel`: the other element, of an order's page.
   */
  way: 'written' | 'spread' | 'lasting' | 'parcel';
  /** false: a placeholder replaces the element. */
  isShown: boolean;
  /** Rendered in a child; 0: no child. */
  round: number;
  settings: Settings;
  /** Of the parcel. */
  number: string;
  /** Called with each event that is listened to. */
  onevent: (event: Event) => void;
}

export interface Mounted {
  update: (view: View) => void | Promise<void>;
  unmount: () => void;
}

/** A test case; throws on failure. */
export type Case = (target: HTMLElement, mount: (view: View) => Promise<Mounted>) => Promise<void>;

export interface Framework {
  canSpread: boolean;
  mount: (target: HTMLElement, view: View) => Mounted | Promise<Mounted>;
  /** Hydrates markup rendered on a server, where the framework's own packages can render it in a page. */
  hydrate?: (target: HTMLElement, view: View) => Promise<Mounted>;
  /** Cases that no other framework has. */
  own?: Record<string, Case>;
}

export type Picker = DroppointPicker;
export type Parcel = DroppointParcel;
