import type { PointSummary } from './point-summary.ts';
import type { Point } from './point.ts';
import type { NearbyPoint } from './validity.ts';

/**
 * What a shop's page (the host) and the picker in its frame say to each other. Both sides use this module, and both parse before
 * they read. The checks are a table of kinds and not zod, because the host's whole script is smaller than zod is; a config's values
 * are checked by `readPickerConfig`, on the frame's side alone.
 *
 * 1. Frame → host, by `postMessage`: `here`, then `hello`. The host checks origin and source.
 * 2. Host → frame, by `postMessage` to the frame's exact origin: `init`, with a `MessagePort`. The frame checks origin and source.
 * 3. Everything later goes through that port. `ready` repeats the nonce of `init`.
 *
 * Every message carries `droppoint`, the major version of this protocol. Another major is answered with the error
 * `unsupported_version`; unknown types and messages of the wrong shape are ignored.
 */
export const PROTOCOL_VERSION = 1;

/** Kinds of fields; a question mark: may be absent. */
interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
  point: Point & { distanceMetres?: number };
  /** Of the point beside it. */
  summary: PointSummary;
  points: readonly NearbyPoint[];
}
type Kind = keyof Kinds | `${keyof Kinds}?`;
type Table = Readonly<Record<string, Readonly<Record<string, Kind>>>>;

type Value<K extends Kind> = K extends `${infer Base extends keyof Kinds}?`
  ? Kinds[Base]
  : Kinds[K & keyof Kinds];
type Required<Fields> = {
  [Name in keyof Fields as Fields[Name] extends `${string}?` ? never : Name]: Value<Fields[Name] & Kind>;
};
type Optional<Fields> = {
  [Name in keyof Fields as Fields[Name] extends `${string}?` ? Name : never]?:
    | Value<Fields[Name] & Kind>
    | undefined;
};

/** The messages of a table, told apart by `type`. */
export type MessageOf<T extends Table> = {
  [Type in keyof T]: { type: Type } & Required<T[Type]> & Optional<T[Type]>;
}[keyof T];

/** From the frame to the host. A `select` wants a `verdict` of the same id. */
export const FRAME_MESSAGES = {
  /** The page is there (src/first-view says it at once): what the shopper sees is no browser's error. */
  here: {},
  hello: { version: 'string' },
  /** Takes up the `init` with that nonce. `words` are for hosts of 0.1, which have none of their own in the picker's language. */
  ready: { nonce: 'string', words: 'object?' },
  /** The shopper has pressed the button; nothing is chosen before the host agrees. */
  select: { id: 'number', point: 'point', summary: 'summary?', source: 'string' },
  /**
   * The choice has changed; without a point: taken back. `label` is how the host writes it, lines of text. With the source `value` it is
   * what the host has set itself, and only now is it known which point that is.
   */
  change: { point: 'point?', summary: 'summary?', label: 'string?', source: 'string' },
  close: { reason: 'string' },
  /** How many things lie open over the list (a card, the filters), for Back to close one by one. */
  layers: { open: 'number' },
  error: { code: 'string', message: 'string', retryable: 'boolean', requestId: 'string?' },
  /** `message` says it to the shopper. */
  'invalid-selection': { id: 'string', reason: 'string', message: 'string?', alternatives: 'points' },
  // For analytics: never what was typed, never a position.
  /** `kind`: whether a place or a point was found. */
  search: { kind: 'string' },
  filter: { filter: 'object' },
  view: { view: 'string' },
  /** Ends a request: with its value, or with an error's code and message. */
  answer: { id: 'number', value: 'object?', code: 'string?', message: 'string?', retryable: 'boolean?' },
} as const satisfies Table;

/** From the host to the frame. All but `init` and `verdict` are requests, each ended by an `answer` of the same id. */
export const HOST_MESSAGES = {
  init: { nonce: 'string', config: 'object' },
  /** `reason` is the shop's own sentence for the shopper. */
  verdict: { id: 'number', accepted: 'boolean', reason: 'string?' },
  configure: { id: 'number', config: 'object' },
  /** The modal has been opened (again). */
  open: { id: 'number' },
  /** Back was pressed: so many layers may stay open. */
  closeLayers: { id: 'number', layers: 'number' },
  search: { id: 'number', query: 'string' },
  /** An empty id takes the choice back. */
  selectPoint: { id: 'number', pointId: 'string' },
  showPoint: { id: 'number', pointId: 'string' },
  changePosition: { id: 'number', latitude: 'number', longitude: 'number', zoom: 'number?' },
  /** `near`: where the point is as far as the host knows, so that others near it can be named. */
  validate: { id: 'number', pointId: 'string', near: 'object?' },
  refresh: { id: 'number' },
  destroy: { id: 'number' },
} as const satisfies Table;

export type FrameMessage = MessageOf<typeof FRAME_MESSAGES>;
export type HostMessage = MessageOf<typeof HOST_MESSAGES>;

/** What `validate` answers. */
export interface PointValidation {
  isValid: boolean;
  status: 'exists' | 'gone' | 'mistyped' | 'unknown';
  /** As `/api/points/{id}` tells them: a code, as `gone` or `excluded`, and a sentence for a log; empty when valid. */
  errors: readonly { code: string; message: string }[];
  /** Absent where the network doesn't have the point, or can't be looked into. */
  summary?: PointSummary;
  /** The nearest points that can be had instead. */
  alternatives: readonly NearbyPoint[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'point' || kind === 'summary') return typeof (value as Partial<Point> | null)?.id === 'string';
  if (kind === 'points') return Array.isArray(value);
  return typeof value === kind && value !== null;
}

/**
 * Reads what came by a message event.
 * @returns `unsupported` for what is of another major version than ours; null for what isn't ours, of an unknown type, or of the wrong shape
 */
export function readMessage<T extends Table>(data: unknown, table: T) {
  if (!isObject(data) || typeof data['droppoint'] !== 'number') return null;
  if (data['droppoint'] !== PROTOCOL_VERSION) return { type: 'unsupported' as const };
  const { type } = data;
  // `hasOwn`, because a type called `constructor` is not one of ours; an object would be asked for its own `toString`.
  const fits =
    typeof type === 'string' &&
    Object.hasOwn(table, type) &&
    Object.entries(table[type]!).every(([name, kind]) =>
      data[name] === undefined ? kind.endsWith('?') : isOfKind(data[name], kind.replace('?', '')),
    );
  return fits ? (data as MessageOf<T>) : null;
}

/** A message as it is posted. */
export function writeMessage<M extends FrameMessage | HostMessage>(message: M): M & { droppoint: number } {
  return { droppoint: PROTOCOL_VERSION, ...message };
}
