import type { ParcelState } from '#platform/parcel-state.ts';
import type { PublicParcelState } from '#contract/public-parcel.ts';

/** The carrier's catalogue of codes by the state of a parcel (docs/platform-api.md, chapter 11); null: notes. */
const WRITTEN: readonly (readonly [state: ParcelState | null, codes: string])[] = [
  ['registered', 'CRE.1001-1002 FUL.1001-1002 FMD.1001 FMD.1007-1014 FMD.1016-1017'],
  ['on_its_way', 'FMD.1002-1006 FMD.1015 FUL.1003 HAN.1001 MMD.1001-1005 MMD.1007 MMD.1009 MMD.3001'],
  ['on_its_way', 'CC.001-002 LMD.1001-1002 LMD.3001-3006 LMD.3012-3017'],
  ['ready', 'LMD.1003-1006 LMD.3007 LMD.9001 LMD.9012-9013'],
  ['delivered', 'EOL.1001-1008'],
  ['problem', 'CC.003 FMD.9001-9002 MMD.1006 MMD.9001 LMD.3008-3011 LMD.9002-9011 LMD.9015-9030'],
  ['problem', 'EOL.9001-9003 EOL.9006'],
  ['cancelled', 'EOL.9004-9005'],
  ['returning', 'LMD.9014 RTS.1001'],
  ['returned', 'RTS.1002'],
  [null, 'INF.1001 INF.9001 INF.9003-9005 INF.9009-9010 INF.9012-9014 INF.9016-9017'],
];

function listCodes(range: string): string[] {
  const [prefix, first, last = first] = range.split(/[.-]/) as [string, string, string?];
  const codes: string[] = [];
  for (let code = Number(first); code <= Number(last); code++)
    codes.push(`${prefix}.${String(code).padStart(first.length, '0')}`);
  return codes;
}

export const CATALOGUE = WRITTEN.flatMap(([state, ranges]) =>
  ranges.split(' ').flatMap((range) => listCodes(range).map((code) => ({ code, state }))),
);

/** The group under which a shopper sees an event that puts a parcel into this state. */
export function groupOf(state: ParcelState | null): PublicParcelState | null {
  if (state === 'cancelled') return 'problem';
  return state === 'returned' ? 'returning' : state;
}
