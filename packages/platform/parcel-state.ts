/** What a shopper is told of a parcel, from the event that said most lately. */
export type ParcelState =
  | 'registered'
  | 'on_its_way'
  | 'ready'
  | 'delivered'
  | 'problem'
  | 'cancelled'
  | 'returning'
  | 'returned';

/** Codes that don't have the state of the others that begin as they do (docs/platform-api.md, chapter 11). `-`: a range. */
const EXCEPTIONS = expand({
  'FUL.1001-1002 FMD.1001 FMD.1007-1014 FMD.1016 FMD.1017': 'registered',
  'LMD.1003-1006 LMD.3007 LMD.9001 LMD.9012 LMD.9013': 'ready',
  'CC.003 MMD.1006 MMD.9001 LMD.3008-3011': 'problem',
  'EOL.9004 EOL.9005': 'cancelled',
  'LMD.9014': 'returning',
  'RTS.1002': 'returned',
});

/** By the beginning of the code, longest first: also for codes that come later. */
const BEGINNINGS: readonly (readonly [beginning: string, state: ParcelState])[] = [
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
 * State that an event puts a parcel into.
 * @param code such as `LMD.1005`
 * @returns null if it changes nothing: a note (`INF.…`), or a code that is unknown in whole
 */
export function stateOfEvent(code: string): ParcelState | null {
  return EXCEPTIONS[code] ?? BEGINNINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}

/**
 * State of a parcel: that of its latest event with one. The platform doesn't sort events, and a late one about an earlier time
 * changes nothing.
 * @param events with their times in ISO 8601
 */
export function stateOfParcel(events: readonly { code: string; time: string }[]): ParcelState | null {
  const latest = events
    .filter(({ code, time }) => stateOfEvent(code) !== null && !Number.isNaN(Date.parse(time)))
    .sort(compareEvents)
    .at(-1);
  return latest === undefined ? null : stateOfEvent(latest.code);
}

/** How far a parcel is, for events of one time: later ones are further. */
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

/** Beginnings of codes on a parcel's way, for events that put it into the same state. */
const WAY: readonly string[] = ['CRE', 'FUL', 'FMD', 'HAN', 'CC', 'MMD', 'LMD', 'RTS', 'EOL'];

/**
 * Order of two events: by their times; of those of one time, which a list may hold in any order, the one that brings the parcel further is
 * later. Notes come first.
 */
export function compareEvents(
  one: { code: string; time: string },
  other: { code: string; time: string },
): number {
  return (
    Date.parse(one.time) - Date.parse(other.time) ||
    rankOf(one.code) - rankOf(other.code) ||
    WAY.indexOf(prefixOf(one.code)) - WAY.indexOf(prefixOf(other.code)) ||
    Number(one.code > other.code) - Number(one.code < other.code)
  );
}

/** Whether a state is further on a parcel's way than another: what counts of two events of one time. */
export const isFurther = (state: ParcelState, than: ParcelState): boolean =>
  ORDER.indexOf(state) > ORDER.indexOf(than);

const prefixOf = (code: string) => code.split('.', 1)[0]!;

/** A parcel that is lost or destroyed can't be collected any more. */
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
