import type { PublicParcelEvent } from '#contract/public-parcel.ts';
import { m } from './messages.ts';
import { nameState } from './state-words.ts';

/**
 * Sentences by code of the carrier's catalogue (docs/platform-api.md, chapter 11); `-` is a range. Codes
 * whose difference doesn't matter to a shopper share a sentence.
 */
const CODES = {
  created: 'CRE.1001-1002',
  packed: 'FUL.1001-1002',
  waits: 'FMD.1001 FMD.1007 FMD.1013',
  pickup_failed: 'FMD.1008-1012 FMD.1014 FMD.1016-1017',
  handed_over: 'FMD.1002 FMD.1004-1006 FMD.1015 FUL.1003 HAN.1001',
  moving: 'FMD.1003 MMD.1003-1004 MMD.1007 MMD.3001',
  centre: 'MMD.1001-1002 MMD.1005 MMD.1009',
  held: 'MMD.1006 MMD.9001',
  customs: 'CC.001',
  cleared: 'CC.002',
  customs_held: 'CC.003',
  out: 'LMD.1001',
  arrived: 'LMD.1002',
  ready: 'LMD.1003-1006 LMD.3007 LMD.9012-9013',
  reminder: 'LMD.9001',
  redirected: 'LMD.3001-3006 LMD.3013-3017',
  redirect_cancelled: 'LMD.3012',
  expired: 'LMD.3008-3011 LMD.9002 LMD.9014 LMD.9019',
  attempt: 'LMD.9004-9005 LMD.9009-9010 LMD.9017-9018 LMD.9029',
  address: 'LMD.9007-9008 LMD.9015 INF.9009',
  refused: 'LMD.9006',
  no_access: 'LMD.9011 LMD.9016 LMD.9025',
  no_room: 'LMD.9020-9024',
  delayed: 'LMD.9026 LMD.9028 INF.9001 INF.9003-9005',
  prohibited: 'LMD.9027',
  too_big: 'FMD.9002 LMD.9003',
  damaged: 'LMD.9030 EOL.9002',
  missing: 'EOL.9001',
  destroyed: 'EOL.9003 EOL.9006',
  cancelled: 'EOL.9004-9005',
  delivered: 'EOL.1001 EOL.1005-1007',
  collected: 'EOL.1002',
  safe_place: 'EOL.1003',
  neighbour: 'EOL.1004',
  letterbox: 'EOL.1008',
  going_back: 'RTS.1001',
  back: 'RTS.1002',
  claim: 'FMD.9001',
  paid: 'INF.1001',
  changed: 'INF.9010 INF.9012 INF.9014 INF.9016-9017',
  note: 'INF.9013',
} as const;

/** Events that share a sentence. */
export type EventKind = keyof typeof CODES;

const KINDS: ReadonlyMap<string, EventKind> = new Map(
  Object.entries(CODES).flatMap(([kind, ranges]) =>
    ranges.split(' ').flatMap((range) => listCodes(range).map((code) => [code, kind as EventKind] as const)),
  ),
);

function listCodes(range: string): string[] {
  const [prefix = '', numbers = ''] = range.split('.');
  const [first = '', last = first] = numbers.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from(
    { length: count },
    (_, at) => `${prefix}.${String(Number(first) + at).padStart(first.length, '0')}`,
  );
}

/** Finds the kind of an event. null: a code that was added later. */
export const findEventKind = (code: string): EventKind | null => KINDS.get(code) ?? null;

/** Describes an event. For a new code, only its group is known; for a new note, nothing is. */
export function describeShopperEvent({ code, group }: Pick<PublicParcelEvent, 'code' | 'group'>): string {
  const kind = KINDS.get(code);
  if (kind !== undefined) return m[`event_${kind}`]();
  return group === null ? m.event_note() : nameState(group);
}
