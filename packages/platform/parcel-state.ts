/** The state of a parcel as shown to shoppers, from its latest event that has one. */
export type ParcelState =
  | 'registered'
  | 'on_its_way'
  | 'ready'
  | 'delivered'
  | 'problem'
  | 'cancelled'
  | 'returning'
  | 'returned';

/**
 * Codes whose state differs from that of their prefix (docs/platform-api.md, chapter 11). `-` marks a
 * range.
 */
const EXCEPTIONS = expand({
  'FUL.1001-1002 FMD.1001 FMD.1007-1014 FMD.1016 FMD.1017': 'registered',
  'LMD.1003-1006 LMD.3007 LMD.9001 LMD.9012 LMD.9013': 'ready',
  'CC.003 MMD.1006 MMD.9001 LMD.3008-3011': 'problem',
  'EOL.9004 EOL.9005': 'cancelled',
  'LMD.9014': 'returning',
  'RTS.1002': 'returned',
});

/** States by the prefix of a code, longest first, so that codes added later have one too. */
const PREFIXES: readonly (readonly [prefix: string, state: ParcelState])[] = [
  ['FMD.9', 'problem'],
  ['LMD.9', 'problem'],
  ['EOL.9', 'problem'],
  ['EOL.1', 'delivered'],
  ['CRE.', 'registered'],
  ['RTS.', 'returning'],
  ['CC.', 'on_its_way'],
  ['FMD.', 'on_its_way'],
  ['FUL.', 'on_its_way'],
  ['HAN.', 'on_its_way'],
  ['LMD.', 'on_its_way'],
  ['MMD.', 'on_its_way'],
];

/**
 * The state that an event puts a parcel into.
 * @param code such as `LMD.1005`
 * @returns null if it changes nothing: a note (`INF.…`), or an unknown code
 */
export function stateOfEvent(code: string): ParcelState | null {
  return EXCEPTIONS[code] ?? PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}

/**
 * The state of a parcel: that of its latest event with one. The platform doesn't sort events. An event that
 * arrives late about an earlier time changes nothing.
 * @param events with their times in ISO 8601
 */
export function stateOfParcel(events: readonly { code: string; time: string }[]): ParcelState | null {
  const latest = events
    .filter(({ code, time }) => stateOfEvent(code) !== null && !Number.isNaN(Date.parse(time)))
    .sort(compareEvents)
    .at(-1);
  return latest === undefined ? null : stateOfEvent(latest.code);
}

/** Progress of a parcel, to order events with the same time: later entries are further along. */
const ORDER: readonly ParcelState[] = [
  'registered',
  'on_its_way',
  'problem',
  'ready',
  'returning',
  'delivered',
  'cancelled',
  'returned',
];

/** Prefixes of codes in the order of a parcel's journey, for events that put it into the same state. */
const JOURNEY: readonly string[] = ['CRE', 'FUL', 'FMD', 'HAN', 'CC', 'MMD', 'LMD', 'RTS', 'EOL'];

/**
 * Compares two events by time. Of events with the same time, which a list may have in any order, the one
 * that brings the parcel further comes later. Notes come first.
 */
export function compareEvents(
  one: { code: string; time: string },
  other: { code: string; time: string },
): number {
  return (
    Date.parse(one.time) - Date.parse(other.time) ||
    rankOf(one.code) - rankOf(other.code) ||
    JOURNEY.indexOf(prefixOf(one.code)) - JOURNEY.indexOf(prefixOf(other.code)) ||
    Number(one.code > other.code) - Number(one.code < other.code)
  );
}

/**
 * Whether a parcel in one state is further along than in another; decides between two events with the same
 * time.
 */
export const isFurther = (state: ParcelState, than: ParcelState): boolean =>
  ORDER.indexOf(state) > ORDER.indexOf(than);

const prefixOf = (code: string) => code.split('.', 1)[0]!;

/** A lost or destroyed parcel (`EOL.…`) counts as cancelled, because it can no longer be collected. */
function rankOf(code: string): number {
  const state = stateOfEvent(code);
  if (state === null) return -1;
  return state === 'problem' && code.startsWith('EOL.') ? ORDER.indexOf('cancelled') : ORDER.indexOf(state);
}

function expand(table: Readonly<Record<string, ParcelState>>): Record<string, ParcelState> {
  const codes: Record<string, ParcelState> = Object.create(null) as Record<string, ParcelState>;
  for (const [ranges, state] of Object.entries(table))
    for (const range of ranges.split(' ')) {
      const [prefix, numbers] = range.split('.') as [string, string];
      const [first, last] = numbers.split('-');
      for (let code = Number(first); code <= Number(last ?? first); code++)
        codes[`${prefix}.${String(code).padStart(first!.length, '0')}`] = state;
    }
  return codes;
}
