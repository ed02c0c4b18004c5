/** A pick-up point: the platform's own item, unchanged, with whatever further fields the platform sends. */
export interface Point {
  id: string;
  coordinates: { latitude: number; longitude: number; [field: string]: unknown };
  /** From the place searched for; absent if that is unknown. */
  distanceMetres?: number;
  [field: string]: unknown;
}

/** A day's hours, `HH:MM`; empty: closed; null: unknown. */
export type DayHours = { opens: string; closes: string }[] | null;

/** Data of a point for e-mails and invoices. Unknown values are null. */
export interface PointSummary {
  id: string;
  name: string;
  /** Lines to print. */
  lines: string[];
  street: string | null;
  buildingNumber: string | null;
  postalCode: string | null;
  city: string | null;
  country: string | null;
  /** The shipping address of an order: texts, of which the first two are never empty. */
  address: {
    company: string;
    streetLine1: string;
    streetLine2: string;
    postalCode: string;
    city: string;
    countryCode: string;
  };
  latitude: number;
  longitude: number;
  type: string | null;
  hours: Record<
    'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday',
    DayHours
  > | null;
  openRoundTheClock: boolean | null;
}

/** A point offered in place of another. */
export interface Alternative {
  /** Distance from the point in question, in a straight line; null if that is unknown. */
  distanceMetres: number | null;
  /** Label by the rules of the filter; null if there is none. */
  label: string | null;
  summary?: PointSummary | undefined;
  point: Point;
}

/** Conditions beyond the lists, all of which must hold. Unknown values don't hide a point. */
export interface PickerFilter {
  // written: dimensions of a filter
  // end of dimensions of a filter
  capabilities?: string[] | undefined;
  openNow?: boolean | undefined;
  roundTheClock?: boolean | undefined;
  /**
   * Among the rules that match a point, the first with a reason rejects it, and the first with a label
   * labels it.
   */
  rules?: PickerRule[] | undefined;
  [rule: string]: unknown;
}

/** A rule about points for the current basket. All given conditions (ids, types and so on) must hold. */
export interface PickerRule {
  ids?: string[] | undefined;
  // written: dimensions of a rule
  // end of dimensions of a rule
  /** The point has all of them. */
  capabilities?: string[] | undefined;
  /** The point lacks one of them. Doesn't match a point without capabilities, because they are unknown. */
  lacks?: string[] | undefined;
  /** Why matching points can't be chosen, as a sentence. */
  reason?: string | undefined;
  /** A few words shown with matching points, such as a price. */
  label?: string | undefined;
  [key: string]: unknown;
}

/** Settings of the picker. All but `filter`, `messages` and `look` also have an attribute. */
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

/** Result of `validate`, with the fields of the API's answer. */
export interface PointValidation {
  /** False if anything is known against the point; true also if the status is `unknown`. */
  isValid: boolean;
  /** More values may be added. */
  status: 'exists' | 'gone' | 'mistyped' | 'unknown' | (string & {});
  /**
   * Why it is invalid. `code`: `gone`, `mistyped`, `country`, `type`, `location_type`, `excluded`, `filter`, `rule`; `message`: a
   * sentence for logs.
   */
  errors: readonly { code: string; message: string }[];
  /** For a mistyped id: the one that was probably intended, if exactly one fits. */
  meant?: string | undefined;
  summary?: PointSummary | undefined;
  /** Why the status is `unknown`. */
  reason?: string | undefined;
  /** When the network was read from the platform, ISO 8601; null if that is unknown. */
  checkedAt: string | null;
  /** The nearest points that can be chosen instead; for a mistyped id, the intended point first. */
  alternatives: readonly Alternative[];
}

/** Error with which the picker's promises reject. */
export interface PickerError extends Error {
  code: string;
  /** Whether a retry may succeed. */
  retryable: boolean;
}

/** The picker's own events; it dispatches `input` and `change` too, as any form control does. */
export interface DroppointPickerEventMap {
  // written: events
  // end of events
}

/** `<droppoint-picker>`: a form control whose value is the id of a pick-up point. */
export class DroppointPicker extends HTMLElement {
  static readonly formAssociated: boolean;
  static readonly observedAttributes: string[];

  // Common to all form controls
  readonly form: HTMLFormElement | null;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  readonly labels: NodeList;
  checkValidity(): boolean;
  reportValidity(): boolean;
  setCustomValidity(message: string): void;
  /** Id of the chosen point; empty if there is none. */
  get value(): string;
  set value(id: string | null);
  // written: properties
  // end of properties

  // written: listeners
  // end of listeners
}

/** The attributes in markup. */
export interface DroppointPickerAttributes {
  // written: attributes
  // end of attributes
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The attributes under the names of their properties. */
type DroppointPickerTexts = {
  [Name in keyof DroppointPickerAttributes as CamelCase<Name>]?: DroppointPickerAttributes[Name];
};

/** Props of components: the attributes, also in camel case, and the properties that aren't texts. */
export interface DroppointPickerProps extends DroppointPickerAttributes, DroppointPickerTexts {
  config?: PickerConfig;
  messages?: Record<string, string>;
  filter?: PickerFilter;
}

/** Listeners by `on` and the event's name, as React and Svelte pass them on. */
export type DroppointPickerListeners = {
  [Type in keyof DroppointPickerEventMap as `on${Type}`]?: (event: DroppointPickerEventMap[Type]) => void;
};
