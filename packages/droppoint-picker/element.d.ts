/** A pick-up point: the platform's own item, untouched, whose further fields are the platform's business. */
export interface Point {
  id: string;
  coordinates: { latitude: number; longitude: number; [field: string]: unknown };
  /** From the position that was searched for, where there is one. */
  distanceMetres?: number;
  [field: string]: unknown;
}

/** A day's hours, `HH:MM`; empty: closed; null: nobody knows. */
export type DayHours = { opens: string; closes: string }[] | null;

/** A point as a shop writes it into an e-mail or an invoice. What isn't known is null. */
export interface PointSummary {
  id: string;
  name: string;
  /** What to print, line by line. */
  lines: string[];
  street: string | null;
  buildingNumber: string | null;
  postalCode: string | null;
  city: string | null;
  country: string | null;
  latitude: number;
  longitude: number;
  type: string | null;
  hours: Record<
    'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday',
    DayHours
  > | null;
  openRoundTheClock: boolean | null;
}

/** A point that is offered in place of another. */
export interface Alternative extends Point {
  summary?: PointSummary | undefined;
}

/** Rules beyond the lists; all of them must hold. What the platform doesn't tell of a point is no reason to hide it. */
export interface PickerFilter {
  types?: string[] | undefined;
  locationTypes?: string[] | undefined;
  capabilities?: string[] | undefined;
  openNow?: boolean | undefined;
  roundTheClock?: boolean | undefined;
  [rule: string]: unknown;
}

/** What can be told to the picker in one go; each has an attribute of its own beside `filter`, `messages` and `look`. */
export interface PickerConfig {
  countries?: string[];
  pointTypes?: string[];
  locationTypes?: string[];
  excludeIds?: string[];
  filter?: PickerFilter;
  value?: string;
  postalCode?: string;
  city?: string;
  address?: string;
  latitude?: number;
  longitude?: number;
  zoom?: number;
  geolocation?: 'off' | 'button';
  view?: 'auto' | 'list' | 'map' | 'split';
  language?: string;
  theme?: 'light' | 'dark' | 'auto';
  confirm?: 'button' | 'immediate';
  readonly?: boolean;
  messages?: Record<string, string>;
  look?: {
    colorPrimary?: string | undefined;
    colorSurface?: string | undefined;
    colorOnSurface?: string | undefined;
    colorOutline?: string | undefined;
    fontFamily?: string | undefined;
    radius?: string | undefined;
    [name: string]: unknown;
  };
  mapConsent?: 'granted' | 'ask' | 'off';
  remember?: boolean;
}

/** What `validate` answers. */
export interface PointValidation {
  /** Whether nothing is known against the point: true also when the status is `unknown`. */
  isValid: boolean;
  status: 'exists' | 'gone' | 'mistyped' | 'unknown';
  /** Why it won't do: `gone`, `mistyped`, `country`, `type`, `location_type`, `excluded`, `filter`. */
  errors: readonly string[];
  summary?: PointSummary;
  /** The nearest points that can be had instead; of a mistyped id, first the point that was meant. */
  alternatives: readonly Alternative[];
}

/** What the picker's promises are rejected with. */
export interface PickerError extends Error {
  code: string;
  /** Whether the same may succeed if it is tried again. */
  retryable: boolean;
}

/** The picker's own events; `input` and `change` come as from any form control. */
export interface DroppointPickerEventMap {
  /** The picker is there. */
  'droppoint-ready': CustomEvent<Record<string, never>>;
  /**
   * A point is about to be chosen; `preventDefault()` calls it off, `detail.reason` says to the shopper why. The choice waits for promises
   * given to `detail.waitUntil`; one that is rejected calls it off, its message is the reason.
   */
  'droppoint-select': CustomEvent<{
    point: Point;
    summary?: PointSummary;
    source: string;
    reason?: string;
    waitUntil(promise: Promise<unknown>): void;
  }>;
  'droppoint-close': CustomEvent<{ reason: string }>;
  'droppoint-error': CustomEvent<{
    code: string;
    message: string;
    retryable: boolean;
    requestId: string | null;
  }>;
  /** The chosen point can't be had any more; `preventDefault()` keeps the control valid. */
  'droppoint-invalid-selection': CustomEvent<{
    id: string;
    reason: string;
    message?: string;
    alternatives: readonly Alternative[];
  }>;
  // For analytics: nothing that was typed, no position.
  'droppoint-search': CustomEvent<{ kind: string }>;
  'droppoint-filter': CustomEvent<{ filter: object }>;
  'droppoint-view': CustomEvent<{ view: string }>;
}

/** `<droppoint-picker>`: a form control whose value is the id of a pick-up point. */
export class DroppointPicker extends HTMLElement {
  static readonly formAssociated: boolean;
  static readonly observedAttributes: string[];

  // What every form control has
  readonly form: HTMLFormElement | null;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  readonly labels: NodeList;
  checkValidity(): boolean;
  reportValidity(): boolean;
  setCustomValidity(message: string): void;
  /** Id of the chosen point; empty: none. */
  get value(): string;
  set value(id: string | null);
  name: string;
  required: boolean;
  disabled: boolean;
  readonly: boolean;

  // Attributes: see the guide's table. Lists are separated by commas or blanks.
  country: string;
  pointType: string;
  locationType: string;
  excludeIds: string;
  postalCode: string;
  city: string;
  address: string;
  latitude: string;
  longitude: string;
  zoom: string;
  geolocation: string;
  view: string;
  language: string;
  theme: string;
  confirm: string;
  mapConsent: string;
  mode: string;
  origin: string;
  remember: boolean;
  withDetails: boolean;

  // What has no attribute
  get config(): PickerConfig;
  set config(config: PickerConfig | null);
  get messages(): Record<string, string>;
  set messages(messages: Record<string, string> | null);
  get filter(): PickerFilter | undefined;
  set filter(filter: PickerFilter | null | undefined);
  /** The chosen point; null until it is known. */
  readonly selectedPoint: Point | null;
  /** The same as a shop writes it down. */
  readonly selectedSummary: PointSummary | null;
  readonly version: string;

  /** Opens the dialog. @returns the point chosen; null when it is closed without. Rejects with a `PickerError`. */
  open(): Promise<Point | null>;
  close(): void;
  /** Back to the value that the page began with. */
  reset(): void;
  configure(changes: PickerConfig): void;
  search(query: string): Promise<void>;
  selectPoint(id: string | null): Promise<Point | null>;
  showPoint(id: string): Promise<void>;
  changePosition(position: { latitude: number; longitude: number }, zoom?: number): Promise<void>;
  /** Asks whether a point, or else the chosen one, can still be had. */
  validate(id?: string): Promise<PointValidation>;
  refresh(): Promise<void>;
  /** Lets go of the frame; the value stays. */
  destroy(): void;

  addEventListener<Type extends keyof DroppointPickerEventMap>(
    type: Type,
    listener: (this: DroppointPicker, event: DroppointPickerEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof DroppointPickerEventMap>(
    type: Type,
    listener: (this: DroppointPicker, event: DroppointPickerEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The attributes as they are written in markup. */
export interface DroppointPickerAttributes {
  name?: string;
  value?: string;
  required?: boolean;
  disabled?: boolean;
  readonly?: boolean;
  'with-details'?: boolean;
  origin?: string;
  mode?: 'inline' | 'modal';
  country?: string;
  'point-type'?: string;
  'location-type'?: string;
  'exclude-ids'?: string;
  'postal-code'?: string;
  city?: string;
  address?: string;
  latitude?: number | string;
  longitude?: number | string;
  zoom?: number | string;
  geolocation?: 'off' | 'button';
  view?: 'auto' | 'list' | 'map' | 'split';
  language?: string;
  theme?: 'light' | 'dark' | 'auto';
  confirm?: 'button' | 'immediate';
  'map-consent'?: 'granted' | 'ask' | 'off';
  remember?: boolean;
}
