/**
 * The form of the tables that describe the elements' APIs (picker-api.ts and parcel-api.ts): attributes,
 * properties, methods, events, slots, parts, states and custom properties. From these tables
 * scripts/compile-api.mjs generates the lists that the elements read (without texts), the package's types
 * and its description, and scripts/write-api.mjs generates the guide's tables.
 */
export interface ElementApi {
  ATTRIBUTES: Readonly<Record<string, Attribute>>;
  /** Properties without an attribute. */
  PROPERTIES: Readonly<Record<string, ElementProperty>>;
  METHODS: Readonly<Record<string, ElementMethod>>;
  EVENTS: Readonly<Record<string, ElementEvent>>;
  SLOTS: Readonly<Record<string, string>>;
  PARTS: Readonly<Record<string, string>>;
  STATES: Readonly<Record<string, string>>;
  /** CSS custom properties, without their prefix `--droppoint-`. */
  LOOK: Readonly<Record<string, string>>;
}

export interface Attribute {
  /** `list`: separated by commas or spaces. `switch`: a boolean attribute. `choice`: one of `values`, by default the first. */
  kind: 'text' | 'list' | 'number' | 'choice' | 'switch';
  text: string;
  values?: readonly [string, ...string[]] | undefined;
  /** Minimum and maximum of a number. */
  range?: readonly [number, number] | undefined;
  /** Description of a default that isn't a value. */
  otherwise?: string;
  /** Its key in the picker's config; null: not sent to the frame; undefined: the property's name. */
  setting?: string | null;
  /**
   * The element reads the attribute and passes it on to the frame. In `config` the setting doesn't affect
   * the element.
   */
  isElements?: true;
  offered?: Offer;
}

/** How the configurator offers an attribute. */
export interface Offer {
  group: 'Form' | 'Points on offer' | 'Initial state' | 'Look' | 'Privacy';
  label: string;
  hint: string | undefined;
}

type More = Omit<Attribute, 'kind' | 'text'>;
const ofKind =
  (kind: Attribute['kind']) =>
  (text: string, more: More = {}): Attribute => ({ kind, text, ...more });
export const ofText = ofKind('text');
export const ofList = ofKind('list');
export const ofSwitch = ofKind('switch');
export const ofNumber = (range: Attribute['range'], text: string) => ofKind('number')(text, { range });
export const ofChoice = (values: Attribute['values'], text: string, more: More) =>
  ofKind('choice')(text, { values, ...more });

interface Described {
  type: string;
  text: string;
}

/** `given`: the type that its setter accepts; without it the property is read-only. */
export type ElementProperty = Described & { given?: string };
/** `takes`: the method's parameters. */
export type ElementMethod = Described & { takes?: string };
/** `type` is the type of `detail`; empty if there is none. */
export type ElementEvent = Described;

/** `point-type` → `pointType`. */
export const nameProperty = (attribute: string) =>
  attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
