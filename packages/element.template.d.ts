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
  // end of config
  filter?: PickerFilter;
  messages?: Record<string, string>;
  look?: {
    // written: look
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
