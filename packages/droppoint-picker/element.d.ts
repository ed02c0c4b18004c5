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
  // written: dimensions of a filter
  countries?: string[] | undefined;
  types?: string[] | undefined;
  locationTypes?: string[] | undefined;
  // end of dimensions of a filter
  capabilities?: string[] | undefined;
  openNow?: boolean | undefined;
  roundTheClock?: boolean | undefined;
  /** Of those about a point the first with a reason refuses it, and the first with a label says what is shown with it. */
  rules?: PickerRule[] | undefined;
  [rule: string]: unknown;
}

/** What the shop says of points for this basket. Of ids, types and so on all that are given must hold. */
export interface PickerRule {
  ids?: string[] | undefined;
  // written: dimensions of a rule
  countries?: string[] | undefined;
  types?: string[] | undefined;
  locationTypes?: string[] | undefined;
  // end of dimensions of a rule
  /** All of them are there. */
  capabilities?: string[] | undefined;
  /** One of them isn't there. Of a point without any capabilities nobody knows. */
  lacks?: string[] | undefined;
  /** Why such a point can't be chosen, as a sentence. */
  reason?: string | undefined;
  /** A few words shown with such a point, as its price. */
  label?: string | undefined;
  [key: string]: unknown;
}

/** What can be told to the picker in one go; each has an attribute of its own beside `filter`, `messages` and `look`. */
export interface PickerConfig {
  // written: config
  /** Id of the point that is chosen at the beginning. */
  value?: string;
  /** Shown and sent, but not to be changed: without the button, and never invalid. */
  readonly?: boolean;
  /** Country codes (ISO 3166-1 alpha-2) of the points that are offered. */
  countries?: string[];
  /** Types of the points that are offered, as the platform names them: APM, PUDO. */
  pointTypes?: string[];
  /** Location types of the points that are offered: INDOOR, OUTDOOR. */
  locationTypes?: string[];
  /** Ids of points that are never offered. Circles of far views still count them. */
  excludeIds?: string[];
  /** Where the map begins: a postcode. */
  postalCode?: string;
  /** Where the map begins: a town. */
  city?: string;
  /** Where the map begins: an address. */
  address?: string;
  /** Where the map begins, degrees. */
  latitude?: number;
  /** Where the map begins, degrees. */
  longitude?: number;
  /** How close the map begins: 3 a continent, 13 a town. */
  zoom?: number;
  /** Whether shoppers are offered to search near them. Nothing is asked before they press it. */
  geolocation?: 'button' | 'off';
  /** What is shown first; auto: by the room there is. */
  view?: 'auto' | 'list' | 'map' | 'split';
  /** Language of the picker (BCP 47); English where there is no translation. */
  language?: string;
  /** Colours; auto: as the page’s color-scheme. */
  theme?: 'auto' | 'light' | 'dark';
  /** Whether a point is chosen by a button on its card, or by pressing it. */
  confirm?: 'button' | 'immediate';
  /** Whether an online map may be asked for tiles: the shopper is asked, you have consent, or never. */
  mapConsent?: 'ask' | 'granted' | 'off';
  /** Whether the shopper’s browser keeps the last choices for the next visit, to be offered by the search. */
  remember?: boolean;
  // end of config
  filter?: PickerFilter;
  messages?: Record<string, string>;
  look?: {
    // written: look
    colorPrimary?: string | undefined;
    colorSurface?: string | undefined;
    colorOnSurface?: string | undefined;
    colorOutline?: string | undefined;
    fontFamily?: string | undefined;
    radius?: string | undefined;
    // end of look
    [name: string]: unknown;
  };
}

/** What `validate` answers. */
export interface PointValidation {
  /** Whether nothing is known against the point: true also when the status is `unknown`. */
  isValid: boolean;
  status: 'exists' | 'gone' | 'mistyped' | 'unknown';
  /** Why it won't do. `code`: `gone`, `mistyped`, `country`, `type`, `location_type`, `excluded`, `filter`, `rule`; `message`: a sentence for a log. */
  errors: readonly { code: string; message: string }[];
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
  // written: events
  /** The picker is there. */
  'droppoint-ready': CustomEvent<Record<string, never>>;
  /** A point is about to be chosen; preventDefault() calls it off, reason says why. It waits for the promises given to waitUntil. */
  'droppoint-select': CustomEvent<{
    point: Point;
    summary?: PointSummary;
    source: string;
    reason?: string;
    waitUntil(promise: Promise<unknown>): void;
  }>;
  /** The dialog was closed: button, escape, backdrop, back, method, select, removed or error. */
  'droppoint-close': CustomEvent<{ reason: string }>;
  /** Something failed; the picker shows it as well. */
  'droppoint-error': CustomEvent<{
    code: string;
    message: string;
    retryable: boolean;
    requestId: string | null;
  }>;
  /** The chosen point won’t do, now or any more; preventDefault() keeps the control valid. */
  'droppoint-invalid-selection': CustomEvent<{
    id: string;
    reason: string;
    message?: string;
    alternatives: readonly Alternative[];
  }>;
  /** For analytics: whether a place or a point was found, never what was typed. */
  'droppoint-search': CustomEvent<{ kind: string }>;
  /** For analytics. */
  'droppoint-filter': CustomEvent<{ filter: object }>;
  /** For analytics. */
  'droppoint-view': CustomEvent<{ view: string }>;
  // end of events
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
  // written: properties
  /** Name of the value in the form. */
  get name(): string;
  set name(value: string | null | undefined);
  /** The form can’t be sent without a point. */
  required: boolean;
  /** Neither usable nor sent; a disabled fieldset around does the same. */
  disabled: boolean;
  /** Shown and sent, but not to be changed: without the button, and never invalid. */
  readonly: boolean;
  /** Sends the point’s summary too, as name_street, name_city and so on. */
  withDetails: boolean;
  /** Origin of the Droppoint that shows the points. Needed with the npm package only. */
  get origin(): string;
  set origin(value: string | null | undefined);
  /** In a dialog behind a button; in the page, which scrolls past by one finger or the wheel; or the three nearest to the customer as radio buttons, and the dialog for more. */
  get mode(): string;
  set mode(value: 'modal' | 'inline' | 'nearest' | null | undefined);
  /** With mode nearest: the nearest one is chosen until the shopper chooses. */
  preselect: boolean;
  /** Country codes (ISO 3166-1 alpha-2) of the points that are offered. */
  get country(): string;
  set country(value: string | readonly string[] | null | undefined);
  /** Types of the points that are offered, as the platform names them: APM, PUDO. */
  get pointType(): string;
  set pointType(value: string | readonly string[] | null | undefined);
  /** Location types of the points that are offered: INDOOR, OUTDOOR. */
  get locationType(): string;
  set locationType(value: string | readonly string[] | null | undefined);
  /** Ids of points that are never offered. Circles of far views still count them. */
  get excludeIds(): string;
  set excludeIds(value: string | readonly string[] | null | undefined);
  /** Where the map begins: a postcode. */
  get postalCode(): string;
  set postalCode(value: string | null | undefined);
  /** Where the map begins: a town. */
  get city(): string;
  set city(value: string | null | undefined);
  /** Where the map begins: an address. */
  get address(): string;
  set address(value: string | null | undefined);
  /** Where the map begins, degrees. */
  get latitude(): string;
  set latitude(value: number | string | null | undefined);
  /** Where the map begins, degrees. */
  get longitude(): string;
  set longitude(value: number | string | null | undefined);
  /** How close the map begins: 3 a continent, 13 a town. */
  get zoom(): string;
  set zoom(value: number | string | null | undefined);
  /** Whether shoppers are offered to search near them. Nothing is asked before they press it. */
  get geolocation(): string;
  set geolocation(value: 'button' | 'off' | null | undefined);
  /** What is shown first; auto: by the room there is. */
  get view(): string;
  set view(value: 'auto' | 'list' | 'map' | 'split' | null | undefined);
  /** Language of the picker (BCP 47); English where there is no translation. */
  get language(): string;
  set language(value: string | null | undefined);
  /** Colours; auto: as the page’s color-scheme. */
  get theme(): string;
  set theme(value: 'auto' | 'light' | 'dark' | null | undefined);
  /** Whether a point is chosen by a button on its card, or by pressing it. */
  get confirm(): string;
  set confirm(value: 'button' | 'immediate' | null | undefined);
  /** Whether an online map may be asked for tiles: the shopper is asked, you have consent, or never. */
  get mapConsent(): string;
  set mapConsent(value: 'ask' | 'granted' | 'off' | null | undefined);
  /** Whether the shopper’s browser keeps the last choices for the next visit, to be offered by the search. */
  remember: boolean;
  /** Settings, merged with the attributes. */
  get config(): PickerConfig;
  set config(value: PickerConfig | null);
  /** Words in place of the picker’s own, by name. */
  get messages(): Record<string, string>;
  set messages(value: Record<string, string> | null);
  /** Rules for the points that are offered, as data. */
  get filter(): PickerFilter | undefined;
  set filter(value: PickerFilter | null | undefined);
  /** The chosen point: the platform’s item, untouched; null until it is known. */
  readonly selectedPoint: Point | null;
  /** The chosen point as a shop writes it down; null until it is known. */
  readonly selectedSummary: PointSummary | null;
  /** Version of the script. */
  readonly version: string;
  /** Opens the picker; resolves with the point chosen, or with null when it is closed without. */
  open(): Promise<Point | null>;
  /** Closes the dialog. */
  close(): void;
  /** Back to the value the page began with. */
  reset(): void;
  /** Changes some settings. */
  configure(changes: PickerConfig): void;
  /** Searches as if the shopper had typed it. */
  search(query: string): Promise<void>;
  /** Chooses a point by its id; null takes the choice back. */
  selectPoint(id: string | null): Promise<Point | null>;
  /** Opens the card of a point. */
  showPoint(id: string): Promise<void>;
  /** Moves the map. */
  changePosition(position: { latitude: number; longitude: number }, zoom?: number): Promise<void>;
  /** Asks whether a point, or else the chosen one, can still be had; names others near it. */
  validate(id?: string): Promise<PointValidation>;
  /** Reads the points again. */
  refresh(): Promise<void>;
  /** Lets go of the frame and of everything that was asked for; the value stays. */
  destroy(): void;
  // end of properties

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
  // written: attributes
  /** Name of the value in the form. */
  name?: string;
  /** Id of the point that is chosen at the beginning. */
  value?: string;
  /** The form can’t be sent without a point. */
  required?: boolean;
  /** Neither usable nor sent; a disabled fieldset around does the same. */
  disabled?: boolean;
  /** Shown and sent, but not to be changed: without the button, and never invalid. */
  readonly?: boolean;
  /** Sends the point’s summary too, as name_street, name_city and so on. */
  'with-details'?: boolean;
  /** Origin of the Droppoint that shows the points. Needed with the npm package only. */
  origin?: string;
  /** In a dialog behind a button; in the page, which scrolls past by one finger or the wheel; or the three nearest to the customer as radio buttons, and the dialog for more. */
  mode?: 'modal' | 'inline' | 'nearest';
  /** With mode nearest: the nearest one is chosen until the shopper chooses. */
  preselect?: boolean;
  /** Country codes (ISO 3166-1 alpha-2) of the points that are offered. */
  country?: string;
  /** Types of the points that are offered, as the platform names them: APM, PUDO. */
  'point-type'?: string;
  /** Location types of the points that are offered: INDOOR, OUTDOOR. */
  'location-type'?: string;
  /** Ids of points that are never offered. Circles of far views still count them. */
  'exclude-ids'?: string;
  /** Where the map begins: a postcode. */
  'postal-code'?: string;
  /** Where the map begins: a town. */
  city?: string;
  /** Where the map begins: an address. */
  address?: string;
  /** Where the map begins, degrees. */
  latitude?: number | string;
  /** Where the map begins, degrees. */
  longitude?: number | string;
  /** How close the map begins: 3 a continent, 13 a town. */
  zoom?: number | string;
  /** Whether shoppers are offered to search near them. Nothing is asked before they press it. */
  geolocation?: 'button' | 'off';
  /** What is shown first; auto: by the room there is. */
  view?: 'auto' | 'list' | 'map' | 'split';
  /** Language of the picker (BCP 47); English where there is no translation. */
  language?: string;
  /** Colours; auto: as the page’s color-scheme. */
  theme?: 'auto' | 'light' | 'dark';
  /** Whether a point is chosen by a button on its card, or by pressing it. */
  confirm?: 'button' | 'immediate';
  /** Whether an online map may be asked for tiles: the shopper is asked, you have consent, or never. */
  'map-consent'?: 'ask' | 'granted' | 'off';
  /** Whether the shopper’s browser keeps the last choices for the next visit, to be offered by the search. */
  remember?: boolean;
  // end of attributes
}

/** What components take: the attributes, and as properties what is no text. */
export interface DroppointPickerProps extends DroppointPickerAttributes {
  config?: PickerConfig;
  messages?: Record<string, string>;
  filter?: PickerFilter;
}

/** Listeners by `on` and the event's name, as React and Svelte hand them on. */
export type DroppointPickerListeners = {
  [Type in keyof DroppointPickerEventMap as `on${Type}`]?: (event: DroppointPickerEventMap[Type]) => void;
};
