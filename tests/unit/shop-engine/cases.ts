/**
 * Cases of an order to a point that are the same in every shop engine: the core, the plugins for Vendure and
 * Medusa and the example shop are tested with these tables.
 */

/** An order on its way through a checkout, in the words of a shopper. */
export interface Completion {
  title: string;
  /** Steps of the shopper, in order. */
  steps: readonly (
    | { choose: 'a point' | 'another point' | 'a forged id' | 'no id' | 'a point abroad' }
    /** Writes the customer's own address over the point's, as any client may. */
    | 'enter my address'
    /** Chooses a shipping method that needs no point. */
    | 'deliver it home'
    /** Something that happens elsewhere in the meantime. */
    | { then: 'the point closes' | 'Droppoint goes away' }
  )[];
  /** Whether the money is taken already, or staff moves the order on. */
  isPaid?: true;
  expected: {
    action: 'accept' | 'refuse' | 'hold';
    /** The problem stored with the order. */
    problem: string | null | RegExp;
    /** Which point it goes to. */
    point: 'a point' | 'another point' | null;
    /** Whose address is the delivery address; `a point`'s only once it is known. */
    delivery: 'the point’s' | 'the customer’s';
    /** Whether the nearest open points are named. */
    hasAlternatives?: true;
  };
}

export const COMPLETIONS: readonly Completion[] = [
  {
    title: 'an order to an open point is placed, and the point is its delivery address',
    steps: [{ choose: 'a point' }],
    expected: { action: 'accept', problem: null, point: 'a point', delivery: 'the point’s' },
  },
  {
    title: 'the latest choice counts',
    steps: [{ choose: 'a point' }, { choose: 'another point' }],
    expected: { action: 'accept', problem: null, point: 'another point', delivery: 'the point’s' },
  },
  {
    title: 'an order without a point is refused',
    steps: [],
    expected: { action: 'refuse', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'an order without a point is held once it is paid for',
    steps: [],
    isPaid: true,
    expected: { action: 'hold', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'a forged id isn’t stored',
    steps: [{ choose: 'a forged id' }],
    expected: { action: 'refuse', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'an empty id isn’t stored',
    steps: [{ choose: 'no id' }],
    expected: { action: 'refuse', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'a point in a country that the method doesn’t ship to isn’t stored',
    steps: [{ choose: 'a point' }, { choose: 'a point abroad' }],
    expected: { action: 'accept', problem: null, point: 'a point', delivery: 'the point’s' },
  },
  {
    title: 'an order to a point that has closed since is refused, and the nearest points are named',
    steps: [{ choose: 'a point' }, { then: 'the point closes' }],
    expected: {
      action: 'refuse',
      problem: 'gone',
      point: 'a point',
      delivery: 'the point’s',
      hasAlternatives: true,
    },
  },
  {
    title: 'an order to a point that has closed since is held once it is paid for',
    steps: [{ choose: 'a point' }, { then: 'the point closes' }],
    isPaid: true,
    expected: {
      action: 'hold',
      problem: 'gone',
      point: 'a point',
      delivery: 'the point’s',
      hasAlternatives: true,
    },
  },
  {
    title: 'while Droppoint is away, an order keeps what is known of its point, and is marked',
    steps: [{ choose: 'a point' }, { then: 'Droppoint goes away' }],
    expected: { action: 'accept', problem: 'unchecked', point: 'a point', delivery: 'the point’s' },
  },
  {
    title: 'a point that is chosen while Droppoint is away is marked, and its address waits',
    steps: [{ then: 'Droppoint goes away' }, { choose: 'a point' }],
    expected: { action: 'accept', problem: 'unchecked', point: 'a point', delivery: 'the customer’s' },
  },
  {
    title: 'while Droppoint is away, an id that can’t be one isn’t stored',
    steps: [{ then: 'Droppoint goes away' }, { choose: 'no id' }],
    expected: { action: 'refuse', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'while Droppoint is away, a point abroad isn’t stored',
    steps: [{ then: 'Droppoint goes away' }, { choose: 'a point abroad' }],
    expected: { action: 'refuse', problem: 'missing', point: null, delivery: 'the customer’s' },
  },
  {
    title: 'an address that is written over the point’s is replaced by it',
    steps: [{ choose: 'a point' }, 'enter my address'],
    expected: { action: 'accept', problem: null, point: 'a point', delivery: 'the point’s' },
  },
  {
    title: 'an order that is delivered home after all goes to the customer’s address',
    steps: [{ choose: 'a point' }, 'deliver it home'],
    expected: { action: 'accept', problem: null, point: null, delivery: 'the customer’s' },
  },
  {
    title: 'an order that is delivered home needs no point, whether Droppoint is there or not',
    steps: ['deliver it home', { then: 'Droppoint goes away' }],
    expected: { action: 'accept', problem: null, point: null, delivery: 'the customer’s' },
  },
];

/** Fulfilments of an order with three pieces of `tea` and one of `pot`, and the parcels that they get. */
export interface Fulfilments {
  title: string;
  /**
   * `cancel` and `moves` name the fulfilment by its place. `answer: 'lost'`: the parcel is created, but the
   * shop isn't told; `refused`: the shop doesn't send it. `then`: what happens after that. `staff`: whether
   * it may move the order to another point.
   */
  steps: readonly (
    | { send: Readonly<Record<string, number>>; answer?: 'lost' | 'refused'; then?: 'the point closes' }
    | { cancel: number }
    | { moves: number }
    | { staff: 'moves the order' | 'can’t move the order' }
  )[];
  /** The parcel of each `send` whose answer came: equal letters are the same parcel. */
  parcels: readonly string[];
  /** How many parcels the carrier has in the end. */
  count: number;
}

export const FULFILMENTS: readonly Fulfilments[] = [
  {
    title: 'different pieces are different parcels',
    steps: [{ send: { tea: 3 } }, { send: { pot: 1 } }],
    parcels: ['A', 'B'],
    count: 2,
  },
  {
    title: 'the same pieces once more are another parcel',
    steps: [{ send: { tea: 1 } }, { send: { tea: 1 } }, { send: { tea: 1 } }],
    parcels: ['A', 'B', 'C'],
    count: 3,
  },
  {
    title: 'after a lost answer it is the same parcel',
    steps: [{ send: { tea: 3, pot: 1 }, answer: 'lost' }, { send: { tea: 3, pot: 1 } }],
    parcels: ['A'],
    count: 1,
  },
  {
    title: 'after a lost answer it is the same parcel, even if its point has closed since',
    steps: [
      { send: { tea: 3, pot: 1 }, answer: 'lost', then: 'the point closes' },
      { send: { tea: 3, pot: 1 } },
    ],
    parcels: ['A'],
    count: 1,
  },
  {
    title: 'after a lost answer for the second of two equal parcels it is the second one',
    steps: [{ send: { tea: 1 } }, { send: { tea: 1 }, answer: 'lost' }, { send: { tea: 1 } }],
    parcels: ['A', 'B'],
    count: 2,
  },
  {
    title: 'after a lost answer staff can’t move the order, so that there is no second parcel',
    steps: [
      { send: { tea: 3, pot: 1 }, answer: 'lost' },
      { staff: 'can’t move the order' },
      { send: { tea: 3, pot: 1 } },
      { staff: 'can’t move the order' },
    ],
    parcels: ['A'],
    count: 1,
  },
  {
    title: 'after a lost answer no other pieces are sent before the same ones',
    steps: [
      { send: { tea: 3 }, answer: 'lost' },
      { send: { tea: 2 }, answer: 'refused' },
      { send: { tea: 3 } },
    ],
    parcels: ['A'],
    count: 1,
  },
  {
    title: 'an order that moves once its fulfilment is cancelled gets another parcel',
    steps: [
      { send: { tea: 3, pot: 1 } },
      { cancel: 0 },
      { staff: 'moves the order' },
      { send: { tea: 3, pot: 1 } },
    ],
    parcels: ['A', 'B'],
    count: 2,
  },
  {
    title: 'a cancelled fulfilment is the same parcel again, since the carrier can’t cancel it',
    steps: [{ send: { tea: 3, pot: 1 } }, { cancel: 0 }, { send: { tea: 3, pot: 1 } }],
    parcels: ['A', 'A'],
    count: 1,
  },
  {
    title: 'the first of two equal fulfilments is cancelled: its parcel is used again, not the second’s',
    steps: [{ send: { tea: 1 } }, { send: { tea: 1 } }, { cancel: 0 }, { send: { tea: 1 } }],
    parcels: ['A', 'B', 'A'],
    count: 2,
  },
  {
    title: 'a cancelled fulfilment whose parcel the carrier has moved is another parcel',
    steps: [{ send: { tea: 3 } }, { moves: 0 }, { cancel: 0 }, { send: { tea: 3 } }],
    parcels: ['A', 'B'],
    count: 2,
  },
];

/** Events that the carrier pushes about one parcel, and what they make of it. */
export interface Pushes {
  title: string;
  /** Codes and the hours at which they happened, in the order of their arrival. */
  events: readonly (readonly [code: string, hour: number])[];
  /** How many of them arrive before the shop knows the parcel's number. */
  early?: number;
  state: string | null;
  fulfilment: 'pending' | 'shipped' | 'delivered';
  /** States that the customer hears of, each once. */
  reported: readonly string[];
}

export const PUSHES: readonly Pushes[] = [
  {
    title: 'events in their order',
    events: [
      ['MMD.1001', 8],
      ['LMD.1005', 10],
      ['EOL.1001', 12],
    ],
    state: 'delivered',
    fulfilment: 'delivered',
    reported: ['on_its_way', 'ready', 'delivered'],
  },
  {
    title: 'one that comes twice counts once',
    events: [
      ['MMD.1001', 8],
      ['MMD.1001', 8],
    ],
    state: 'on_its_way',
    fulfilment: 'shipped',
    reported: ['on_its_way'],
  },
  {
    title: 'one that comes late changes nothing',
    events: [
      ['EOL.1001', 12],
      ['LMD.1005', 10],
    ],
    state: 'delivered',
    fulfilment: 'delivered',
    reported: ['delivered'],
  },
  {
    title: 'of two in the same second, the further one counts, in either order',
    events: [
      ['EOL.1001', 12],
      ['LMD.1005', 12],
    ],
    state: 'delivered',
    fulfilment: 'delivered',
    reported: ['delivered'],
  },
  {
    title: 'a note, an unknown code',
    events: [
      ['INF.1001', 8],
      ['NEW.1001', 9],
    ],
    state: null,
    fulfilment: 'pending',
    reported: [],
  },
  {
    title: 'a parcel that is cancelled at the carrier is for the staff to decide about',
    events: [['EOL.9004', 8]],
    state: 'cancelled',
    fulfilment: 'pending',
    reported: ['cancelled'],
  },
  {
    title: 'events that come before the parcel is known count once it is',
    events: [
      ['MMD.1001', 8],
      ['LMD.1005', 10],
      ['EOL.1001', 12],
    ],
    early: 2,
    state: 'delivered',
    fulfilment: 'delivered',
    reported: ['on_its_way', 'ready', 'delivered'],
  },
];
