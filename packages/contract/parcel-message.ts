import type { PickerConfig } from './picker-config.ts';
import { LOOK_NAMES } from './picker-names.ts';
import type { PublicParcel } from './public-parcel.ts';

/**
 * Messages between a shop's page with `<droppoint-parcel>` (the host) and the parcel's page in its frame.
 * They go one way, from the frame to the exact origin of the host; the host checks origin and source. The
 * fragment of the frame's address says what to show; it reaches no server and no `Referer`. The host
 * replaces the fragment to change what is shown.
 *
 * Every message carries `droppoint`, the major version of this protocol. Unknown types and messages of
 * another shape are ignored. They are checked by hand instead of with zod, because zod is larger than the
 * host's whole script.
 */
export type ParcelMessage =
  /**
   * The height of the page in CSS pixels, sent again with each change. `isSettled`: nothing is loading that
   * would change it much. `title` is the page's title.
   */
  | { type: 'size'; height: number; isSettled: boolean; title: string }
  /** The parcel's data, each time it is loaded. */
  | { type: 'parcel'; parcel: PublicParcel };

const PROTOCOL_VERSION = 1;

/** The settings of a frame. */
export interface FramedFragment {
  /** Origin of the host. Only a claim, but the browser delivers messages only if it is true. */
  origin: string;
  language?: string | undefined;
  theme?: string | undefined;
  /** Values of the shop's custom properties, by name without `--droppoint-`. */
  look?: Readonly<Record<string, string>>;
  /** How many times the shop's page has asked to load it again. */
  refreshes?: number;
  number: string;
}

/** Writes a fragment, without values that are empty; the number is last, where src/first-view looks for it. */
export const writeFramedFragment = ({ look, number, ...settings }: FramedFragment): string =>
  `#${new URLSearchParams(
    Object.entries({ ...settings, ...look, number }).filter(([, value]) => value) as string[][],
  )}`;

/**
 * Reads a shop's theme and look. They are untrusted: anyone could have written them
 * (ui/apply-look.ts).
 */
export function readFramedLook(fragment: URLSearchParams): Pick<PickerConfig, 'theme' | 'look'> {
  const theme = fragment.get('theme');
  const nameProperty = (name: string) =>
    name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    look: Object.fromEntries(
      LOOK_NAMES.split(' ').map((name) => [nameProperty(name), fragment.get(name) ?? undefined]),
    ),
  };
}

/** Adds the version of the protocol to a message. */
export const writeParcelMessage = <M extends ParcelMessage>(message: M): M & { droppoint: number } => ({
  droppoint: PROTOCOL_VERSION,
  ...message,
});

/** Validates the data of a message event. @returns null if it isn't ours or has another shape */
export function readParcelMessage(data: unknown): ParcelMessage | null {
  const { droppoint, type, height, parcel, title } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const fits =
    droppoint === PROTOCOL_VERSION &&
    (type === 'size'
      ? Number.isFinite(height) && typeof title === 'string'
      : type === 'parcel' && typeof (parcel as Partial<PublicParcel> | null)?.number === 'string');
  return fits ? (data as ParcelMessage) : null;
}
