/** Where something happens to a parcel. `null`: unknown. */
export type LifeStage =
  | 'sender'
  | 'first-centre'
  | 'last-centre'
  | 'point'
  | 'other-point'
  | 'recipient'
  | 'desk'
  | null;

/** An event in a parcel's life, and the hours since its birth. */
export interface LifeStep {
  hours: number;
  code: string;
  stage: LifeStage;
}

/** How a parcel reaches the carrier: collected by a courier, or handed in at a locker or another point. */
export type HandIn = 'courier' | 'locker' | 'point';
/** The kind of its destination. */
export type DestinationKind = 'locker' | 'pudo' | 'address';

/** The course of a parcel's life. The recipient's last name selects any but the first. */
export const FATES = [
  'usual',
  'refused',
  'expired',
  'redirected',
  'lost',
  'returned',
  'customs',
  'damaged',
] as const;
export type Fate = (typeof FATES)[number];

/** Each step as hours after the one before, code, stage. */
type LifePart = readonly (readonly [after: number, code: string, stage: LifeStage])[];

const HANDED_IN: Record<HandIn, LifePart> = {
  courier: [[6, 'FMD.1002', 'sender']],
  locker: [[6, 'FMD.1005', null]],
  point: [[6, 'FMD.1004', null]],
};
const FIRST_CENTRE: LifePart = [
  [4, 'MMD.1001', 'first-centre'],
  [4, 'MMD.1003', 'first-centre'],
];
const CUSTOMS: LifePart = [
  [2, 'CC.001', 'first-centre'],
  [2, 'CC.003', 'first-centre'],
  [20, 'CC.002', 'first-centre'],
];
const LAST_CENTRE: LifePart = [[8, 'MMD.1001', 'last-centre']];
const OUT: LifePart = [[6, 'LMD.1001', 'last-centre']];
const BACK: LifePart = [
  [4, 'RTS.1001', 'last-centre'],
  [24, 'RTS.1002', 'sender'],
];

type Ends = Partial<Record<Fate, LifePart>> & { usual: LifePart };

/** @param ready code of the event that the parcel can be collected */
const endsAtPoint = (ready: string): Ends => ({
  usual: [...OUT, [4, ready, 'point'], [18, 'EOL.1002', 'point']],
  refused: [...OUT, [4, ready, 'point'], [18, 'LMD.9006', 'point'], ...BACK],
  expired: [...OUT, [4, ready, 'point'], [24, 'LMD.9001', 'point'], [24, 'LMD.9002', 'point'], ...BACK],
  returned: [...OUT, [4, ready, 'point'], [48, 'LMD.9014', 'point'], ...BACK],
  redirected: [
    ...OUT,
    [3, 'LMD.3001', 'other-point'],
    [5, ready, 'other-point'],
    [18, 'EOL.1002', 'other-point'],
  ],
});

/** The last part of lives, from the last centre on. */
const ENDS: Record<DestinationKind, Ends> = {
  locker: endsAtPoint('LMD.1005'),
  pudo: endsAtPoint('LMD.1004'),
  address: {
    usual: [...OUT, [5, 'EOL.1001', 'recipient']],
    refused: [...OUT, [5, 'LMD.9006', 'recipient'], ...BACK],
    expired: [
      ...OUT,
      [5, 'LMD.9017', 'recipient'],
      [3, 'LMD.9013', 'desk'],
      [72, 'LMD.9002', 'desk'],
      ...BACK,
    ],
    returned: [
      ...OUT,
      [5, 'LMD.9017', 'recipient'],
      [24, 'LMD.9017', 'recipient'],
      [3, 'LMD.9005', 'last-centre'],
      ...BACK,
    ],
    redirected: [...OUT, [2, 'LMD.3006', 'last-centre'], [24, 'EOL.1001', 'recipient']],
  },
};

function writeLife(handIn: HandIn, bound: DestinationKind, fate: Fate): LifePart {
  const start: LifePart = [[0, 'CRE.1001', null], ...HANDED_IN[handIn], ...FIRST_CENTRE];
  if (fate === 'lost') return [...start, [48, 'EOL.9001', 'first-centre']];
  if (fate === 'damaged') return [...start, ...LAST_CENTRE, [2, 'EOL.9002', 'last-centre']];
  const customs = fate === 'customs' ? CUSTOMS : [];
  return [...start, ...customs, ...LAST_CENTRE, ...(ENDS[bound][fate] ?? ENDS[bound].usual)];
}

const lives = new Map<string, readonly LifeStep[]>();

/** Returns the steps of a parcel's life, the same list for all parcels of the kind. */
export function lifeOf(handIn: HandIn, bound: DestinationKind, fate: Fate): readonly LifeStep[] {
  const key = `${handIn} ${bound} ${fate}`;
  let steps = lives.get(key);
  if (steps === undefined) {
    let hours = 0;
    steps = writeLife(handIn, bound, fate).map(([after, code, stage]) => ({
      hours: (hours += after),
      code,
      stage,
    }));
    lives.set(key, steps);
  }
  return steps;
}

/** Returns the fate that a recipient's last name selects, in upper or lower case: `Refused`. */
export function fateByName(lastName: string | undefined): Fate {
  return FATES.find((fate) => fate === lastName?.trim().toLowerCase()) ?? 'usual';
}
