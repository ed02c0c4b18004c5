import type { DroppointPicker } from '../../../packages/droppoint-picker/element.d.ts';

/** What is written on the tag: switches, numbers, texts and data, under the names of attributes and of properties. */
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

/** What each framework's component shows. */
export interface View {
  /**
   * - `written`: each setting by itself, as one writes it where the package is imported.
   * - `spread`: all settings in one go, in frameworks that can.
   * - `lasting`: as the guide tells for pages that come before the script, or from a server.
   */
  way: 'written' | 'spread' | 'lasting';
  /** Otherwise a dummy stands in the element's place. */
  isShown: boolean;
  /** Said in a child; 0: there is none. */
  round: number;
  settings: Settings;
  /** Told of the events that are listened to. */
  onevent: (event: Event) => void;
}

export interface Mounted {
  update: (view: View) => void | Promise<void>;
  unmount: () => void;
}

/** Throws where something isn't as it should be. */
export type Case = (target: HTMLElement, mount: (view: View) => Promise<Mounted>) => Promise<void>;

export interface Framework {
  canSpread: boolean;
  mount: (target: HTMLElement, view: View) => Mounted | Promise<Mounted>;
  /** Into markup that the same component has made on a server; where the framework's own packages can do that in a page. */
  hydrate?: (target: HTMLElement, view: View) => Promise<Mounted>;
  /** Cases that no other framework has. */
  own?: Record<string, Case>;
}

export type Picker = DroppointPicker;
