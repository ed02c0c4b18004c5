import type { Alternative } from './nearby-point.ts';
import type { PointSummary } from './point-summary-schema.ts';
import type { Point } from '#platform/point.ts';
import type { PointValidity } from './validity.ts';

/**
 * Messages between a shop's page (the host) and the picker in its frame. Both sides use this module and
 * validate messages before they read them, with a table of kinds instead of zod, because zod is larger than
 * the host's whole script. Only the frame validates the values of a config, with `readPickerConfig`.
 *
 * 1. Frame → host, by `postMessage`: `here`, then `hello`. The host checks origin and source.
 * 2. Host → frame, by `postMessage` to the frame's exact origin: `init`, with a `MessagePort`. The frame checks origin and source.
 * 3. All further messages go through that port. `ready` repeats the nonce of `init`.
 *
 * Every message carries `droppoint`, the major version of this protocol. Another major is answered with the error
 * `unsupported_version`; unknown types and messages of the wrong shape are ignored.
 */
export const PROTOCOL_VERSION = 1;

/** Kinds of fields; in the tables, string if none is named, and a question mark makes a field optional. */
interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
  point: Point & { distanceMetres?: number };
  /** Summary of the point in the same message. */
  summary: PointSummary;
  points: readonly Alternative[];
}
/** Fields by type of message, as `name` or `name:kind`, separated by spaces; texts compress best. */
type Table = Readonly<Record<string, string>>;

type FieldsOf<Text> = Text extends `${infer First} ${infer Rest}`
  ? FieldsOf<First> & FieldsOf<Rest>
  : Text extends `${infer Field}?`
    ? { [Key in keyof FieldsOf<Field>]?: FieldsOf<Field>[Key] | undefined }
    : Text extends `${infer Name}:${infer Kind extends keyof Kinds}`
      ? { [Key in Name]: Kinds[Kind] }
      : Text extends ''
        ? unknown
        : { [Key in Text & string]: string };

/** Union of the messages of a table, discriminated by `type`. */
export type MessageOf<T extends Table> = {
  [Type in keyof T]: { type: Type } & FieldsOf<T[Type]>;
}[keyof T];

/** Messages from the frame to the host. The host answers a `select` with a `verdict` of the same id. */
export const FRAME_MESSAGES = {
  /**
   * The page has loaded, so the frame doesn't show a browser's error page. src/first-view sends this
   * immediately.
   */
  here: '',
  hello: 'version',
  /** Answers the `init` with the same nonce. */
  ready: 'nonce',
  /**
   * The shopper pressed the button. Once the host has accepted it, the point is chosen on both sides; of
   * several at a time, the host accepts only the last.
   */
  select: 'id:number point:point summary:summary? source',
  /**
   * The choice changed other than by a `select`: the host's `selectPoint` (source `method`), or the shopper
   * cleared it (no point). With the source `value`, it is the value that the host itself set, now with its
   * point. Hosts whose `verdict` lacks `changed` also wait for it after they have accepted a `select`.
   */
  change: 'point:point? summary:summary? source',
  close: 'reason',
  /** Number of layers open on top of the list (a card, the filters). Back closes them one by one. */
  layers: 'open:number',
  error: 'code message retryable:boolean requestId?',
  /** `message` is the sentence for the shopper, `meant` the id that the shopper probably mistyped. */
  'invalid-selection': 'id reason message? meant? alternatives:points',
  // For analytics. Never contains typed text or a position.
  /** `kind`: whether a place or a point was found. */
  search: 'kind',
  filter: 'filter:object',
  view: 'view',
  /** Answers a request with its value, or with an error's code and message. */
  answer: 'id:number value:object? code? message? retryable:boolean?',
} as const satisfies Table;

/**
 * Messages from the host to the frame. All but `init` and `verdict` are requests; an `answer` with the same
 * id follows each.
 */
export const HOST_MESSAGES = {
  init: 'nonce config:object',
  /**
   * `reason` is the shop's own sentence for the shopper. `changed`: the point is now the host's value, so no
   * `change` follows.
   */
  verdict: 'id:number accepted:boolean reason? changed:boolean?',
  configure: 'id:number config:object',
  /** Back was pressed: this many layers may stay open. */
  closeLayers: 'id:number layers:number',
  search: 'id:number query',
  /** An empty id clears the choice. */
  selectPoint: 'id:number pointId',
  showPoint: 'id:number pointId',
  changePosition: 'id:number latitude:number longitude:number zoom:number?',
  /** `near`: the point's position, if the host knows it, to find alternatives nearby. */
  validate: 'id:number pointId near:object?',
  refresh: 'id:number',
} as const satisfies Table;

type HostsFrameMessage = MessageOf<typeof FRAME_MESSAGES>;
export type FrameMessage =
  | HostsFrameMessage
  // Only the first hosts read these fields: texts in the picker's language, and the point as lines of text.
  | (Extract<HostsFrameMessage, { type: 'ready' }> & { words: Readonly<Record<string, string>> })
  | (Extract<HostsFrameMessage, { type: 'change' }> & { label: string });
export type HostMessage = MessageOf<typeof HOST_MESSAGES>;

/** The answer to `validate`: the answer of `/api/points/{id}` without the platform's item. */
export interface PointValidation extends Pick<
  PointValidity,
  'isValid' | 'status' | 'errors' | 'meant' | 'summary' | 'reason' | 'checkedAt'
> {
  alternatives: readonly Alternative[];
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'point' || kind === 'summary') return typeof (value as Partial<Point> | null)?.id === 'string';
  if (kind === 'points') return Array.isArray(value);
  return typeof value === kind && value !== null;
}

/**
 * Validates the data of a message event.
 * @returns `unsupported` for another major version; null for data that isn't ours, is of an unknown type, or has the wrong shape
 */
export function readMessage<T extends Table>(data: unknown, table: T) {
  const fields = data as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof fields?.['droppoint'] !== 'number') return null;
  if (fields['droppoint'] !== PROTOCOL_VERSION) return { type: 'unsupported' as const };
  const { type } = fields;
  // `hasOwn` rejects `constructor`; the check for a string prevents a call of an object's `toString`.
  const fits =
    typeof type === 'string' &&
    Object.hasOwn(table, type) &&
    table[type]!.split(' ').every((field) => {
      const [name, kind] = field.split(/[:?]/) as [string, string?];
      return fields[name] === undefined
        ? !name || field.endsWith('?')
        : isOfKind(fields[name], kind || 'string');
    });
  return fits ? (data as MessageOf<T>) : null;
}

/** Adds the version of the protocol to a message. */
export function writeMessage<M extends FrameMessage | HostMessage>(message: M): M & { droppoint: number } {
  return { droppoint: PROTOCOL_VERSION, ...message };
}
