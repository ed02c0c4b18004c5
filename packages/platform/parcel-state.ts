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
  let latest: { state: ParcelState; timeMs: number } | null = null;
  for (const { code, time } of events) {
    const state = stateOfEvent(code);
    const timeMs = Date.parse(time);
    if (state !== null && timeMs >= (latest?.timeMs ?? -Infinity)) latest = { state, timeMs };
  }
  return latest?.state ?? null;
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
