import { describe, expect, it } from 'vitest';
import { toPublicParcel } from '../../../functions/parcels/to-public-parcel.ts';

const NUMBER = '690000000000000000001042';
const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.123+01:00`;
const event = (hour: number, eventCode: string, location: unknown = null) => ({
  eventTimestamp: at(hour),
  eventCode,
  location,
});
const point = (id: string) => ({
  id,
  type: 'LOCKER_POINT',
  name: id.slice(3),
  city: 'Testowo',
  country: 'pl',
});
const describeParcel = (events: unknown[], more: object = {}) =>
  toPublicParcel({ trackingNumber: NUMBER, events, destination: point('PL_FIRST'), ...more });

describe('State of a parcel', () => {
  it.each([
    [[], null, null, 'wait'],
    [['CRE.1001', 'FMD.1001'], 'registered', 0, 'wait'],
    [['CRE.1001', 'MMD.1001', 'INF.9001', 'MMD.1003'], 'on_its_way', 1, 'wait'],
    // A reminder doesn't restart the state.
    [['LMD.1001', 'LMD.1005', 'LMD.9001'], 'ready', 1, 'collect'],
    [['LMD.1005', 'LMD.3001', 'LMD.1005'], 'ready', 2, 'collect'],
    [['LMD.1005', 'EOL.1002', 'INF.1001'], 'delivered', 1, 'none'],
    [['LMD.1001', 'LMD.9004'], 'problem', 1, 'wait'],
    [['LMD.1001', 'LMD.9022'], 'problem', 1, 'wait'],
    [['LMD.1001', 'LMD.9026'], 'problem', 1, 'ask_shop'],
    [['CRE.1001', 'EOL.9004'], 'problem', 1, 'ask_shop'],
    [['LMD.9014', 'RTS.1001', 'RTS.1002'], 'returning', 0, 'ask_shop'],
    [['INF.9001'], null, null, 'wait'],
    [['NEW.1001', 'LMD.9999'], 'problem', 1, 'ask_shop'],
  ])(
    'after %j the state is %s, since the event %s, and the next step is %s',
    (codes, state, since, nextStep) => {
      const publicParcel = describeParcel(codes.map((code, hour) => event(hour, code)));
      expect(publicParcel).toMatchObject({ state, since: since === null ? null : at(since), nextStep });
    },
  );

  it('of two events in the same second the more advanced one counts, in any order of the list', () => {
    const events = [event(10, 'EOL.1001'), event(10, 'LMD.1005'), event(1, 'CRE.1001')];
    for (const list of [events, events.toReversed()])
      expect(describeParcel(list)).toMatchObject({ state: 'delivered', nextStep: 'none', since: at(10) });
  });

  // Proves: embedding/parcel-state.
  it('the state follows the times of the events, in any order of the list', () => {
    const publicParcel = describeParcel([
      event(9, 'LMD.1005'),
      event(2, 'MMD.1001'),
      event(11, 'EOL.1002'),
      event(1, 'CRE.1001'),
    ]);
    expect(publicParcel.events.map(({ code }) => code)).toEqual([
      'CRE.1001',
      'MMD.1001',
      'LMD.1005',
      'EOL.1002',
    ]);
    expect(publicParcel).toMatchObject({ state: 'delivered', since: at(11), leftOut: 0 });
  });
});

describe('Events of a parcel', () => {
  it('an event’s group follows its code; later codes follow their beginning, and unknown ones have none', () => {
    const codes = ['CRE.9999', 'HAN.7', 'LMD.9999', 'EOL.1999', 'RTS.9', 'INF.9999', 'NEW.1001'];
    expect(
      describeParcel(codes.map((code, hour) => event(hour, code))).events.map(({ group }) => group),
    ).toEqual(['registered', 'on_its_way', 'problem', 'delivered', 'returning', null, null]);
  });

  it('unreadable events, and all but the latest hundred, are omitted and counted', () => {
    const broken = [null, 'LMD.1005', event(1, ''), event(1, 'x'.repeat(41)), event(1, '<b>Ida Brzoza</b>')];
    expect(describeParcel([...broken, event(2, 'LMD.1005')])).toMatchObject({
      events: [{ code: 'LMD.1005' }],
      leftOut: 5,
    });
    const many = describeParcel(
      Array.from({ length: 130 }, (_, minute) => ({
        ...event(0, 'MMD.1002'),
        eventTimestamp: new Date(minute * 60_000).toISOString(),
      })),
    );
    expect([many.events.length, many.leftOut]).toEqual([100, 30]);
    expect(many.events[0]!.time).toBe(new Date(30 * 60_000).toISOString());
  });

  it('an event’s time is unchanged if it is ISO 8601', () => {
    const times = ['2026-11-20T09:15:00.123456789+01:00', '2026-11-20T09:16:00Z', '20 Nov 2026 (Ida Brzoza)'];
    const publicParcel = describeParcel(
      times.map((eventTimestamp) => ({ eventTimestamp, eventCode: 'MMD.1002' })),
    );
    expect(publicParcel.events.map(({ time }) => time).sort()).toEqual(
      [...times.slice(0, 2), new Date(times[2]!).toISOString()].sort(),
    );
  });
});

describe('Places in a public parcel', () => {
  const placeOf = (location: unknown) => describeParcel([event(1, 'MMD.1001', location)]).events[0]!.place;

  it('points and centres have name and city', () => {
    expect(placeOf({ ...point('PL_A'), description: 'Behind the house' })).toEqual({
      ...{ kind: 'point', id: 'PL_A', name: 'A', city: 'Testowo', country: 'PL' },
    });
    expect(placeOf({ type: 'LOGISTIC_CENTER', id: 'C1', name: 'Centre Testowo', city: 'Testowo' })).toEqual({
      ...{ kind: 'centre', id: null, name: 'Centre Testowo', city: 'Testowo', country: null },
    });
  });

  it.each([
    ['ADDRESS', 'address'],
    ['LATER', 'other'],
    ['constructor', 'other'],
    [null, 'other'],
    [7, 'other'],
  ])('a place of type %j, which may be a person’s address, has only a country', (type, kind) => {
    const home = {
      type,
      id: 'X',
      name: 'Ida Brzoza',
      address: 'Mglista 7',
      postalCode: '00-950',
      city: 'Wólka',
    };
    const none = { id: null, name: null, city: null };
    expect(placeOf({ ...home, country: 'PL' })).toEqual({ kind, ...none, country: 'PL' });
  });

  it('a text that is too long, has control characters or isn’t a text is omitted', () => {
    const none = { kind: 'point', id: null, name: null, city: null, country: null };
    expect(
      placeOf({ type: 'PUDO_POINT', id: 'x'.repeat(201), name: ' ', city: 'a\nb', country: 'Poland' }),
    ).toEqual(none);
    expect(placeOf({ type: 'PUDO_POINT', id: {}, name: [], city: 5, country: true })).toEqual(none);
    expect([placeOf(null), placeOf('Testowo'), placeOf(undefined)]).toEqual([null, null, null]);
  });
});

describe('Destination of a parcel', () => {
  const destinationOf = (...words: Parameters<typeof describeParcel>) => describeParcel(...words).destination;
  const [second, third] = [point('PL_SECOND'), point('PL_THIRD')];

  it.each([
    ['where it was sent to', [event(1, 'MMD.1001', point('PL_ON_ITS_WAY'))], 'PL_FIRST'],
    ['where it was redirected to', [event(1, 'LMD.3001', second)], 'PL_SECOND'],
    [
      'where it was redirected to last',
      [event(1, 'LMD.3001', second), event(2, 'LMD.3014', third)],
      'PL_THIRD',
    ],
    [
      '… in whatever order that is told',
      [event(2, 'LMD.3014', third), event(1, 'LMD.3001', second)],
      'PL_THIRD',
    ],
    ['… by a code that came later too', [event(1, 'LMD.3099', second)], 'PL_SECOND'],
    [
      'the first point, if sent there again',
      [event(1, 'LMD.3001', second), event(2, 'LMD.3005')],
      'PL_FIRST',
    ],
    ['… or if that was cancelled', [event(1, 'LMD.3001', second), event(2, 'LMD.3012')], 'PL_FIRST'],
    ['where it is ready', [event(1, 'LMD.3001', second), event(2, 'LMD.1005', third)], 'PL_THIRD'],
    ['where it was fetched', [event(1, 'LMD.1005', second), event(2, 'EOL.1002', third)], 'PL_THIRD'],
    ['where it is ready, without a place', [event(1, 'LMD.1005')], 'PL_FIRST'],
  ])('the destination is %s', (_, events, id) => {
    expect(destinationOf(events)).toMatchObject({ kind: 'point', id });
  });

  it('the destination is an address if the parcel was sent to one, and unknown on its way back', () => {
    const address = { kind: 'address', id: null, name: null, city: null };
    expect(destinationOf([event(1, 'LMD.3001', second), event(2, 'LMD.3006')])).toEqual({
      ...address,
      country: null,
    });
    const home = { type: 'ADDRESS', city: 'Wólka', country: 'PL' };
    expect(destinationOf([event(1, 'LMD.1005', second), event(2, 'EOL.1007', home)])).toEqual({
      ...address,
      country: 'PL',
    });
    expect(destinationOf([], { destination: home })).toEqual({ ...address, country: 'PL' });
    expect(destinationOf([event(1, 'LMD.1005', second), event(2, 'RTS.1001')])).toBeNull();
    expect(destinationOf([], { destination: null })).toBeNull();
    expect(destinationOf([], { destination: 'Testowo' })).toBeNull();
  });
});

// Proves: security/parcels-without-persons.
it('a public parcel has no personal data, no notes, and no number of another parcel', () => {
  const canary = { recipientName: 'canary', deliveryNotes: 'canary', later: { canary: 'canary' } };
  const publicParcel = describeParcel(
    [{ ...event(1, 'EOL.1002', { ...point('PL_A'), ...canary }), ...canary, status: 'canary' }],
    {
      ...{ delivery: canary, origin: { type: 'ADDRESS', city: 'canary', name: 'canary' }, status: 'canary' },
      ...{ shipment: { type: 'RETURN', canary }, returnToSender: { trackingNumber: 'canary' }, canary },
      destination: { ...point('PL_A'), address: 'canary', description: 'canary' },
    },
  );
  expect(publicParcel).toMatchObject({ number: NUMBER, state: 'delivered', isReturn: true });
  expect(JSON.stringify(publicParcel)).not.toContain('canary');
  expect(describeParcel([], { shipment: { type: 'OUTBOUND' } }).isReturn).toBe(false);
  expect(describeParcel([], { shipment: null }).isReturn).toBeNull();
});
