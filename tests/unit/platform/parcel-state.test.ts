import { describe, expect, it } from 'vitest';
import { compareEvents, isFurther, stateOfEvent, stateOfParcel } from '#platform/parcel-state.ts';
import { CATALOGUE } from '../parcel/catalogue.ts';

describe('State of an event', () => {
  it.each(CATALOGUE)('$code puts a parcel into the state $state', ({ code, state }) => {
    expect(stateOfEvent(code)).toBe(state);
  });

  it.each(['XYZ.1001', '', 'constructor', '__proto__', 'EOL', 'EOL.2001'])('%j changes nothing', (code) =>
    expect(stateOfEvent(code)).toBeNull(),
  );

  it.each([
    ['LMD.9099', 'problem'],
    ['EOL.9099', 'problem'],
    ['FMD.9099', 'problem'],
    ['EOL.1099', 'delivered'],
    ['RTS.1099', 'returning'],
    ['CRE.1099', 'registered'],
    ['LMD.4001', 'on_its_way'],
    ['CC.099', 'on_its_way'],
  ])('the state of the new code %s follows from its prefix', (code, state) =>
    expect(stateOfEvent(code)).toBe(state),
  );
});

describe('State of a parcel', () => {
  const at = (time: string, code: string) => ({ time, code });

  it('it is that of the latest event, in whatever order events arrive', () => {
    const events = [
      at('2026-11-20T09:15:00+01:00', 'LMD.1005'),
      at('2026-11-20T08:20:00Z', 'EOL.1002'),
      at('2026-11-19T12:00:00Z', 'CRE.1001'),
    ];
    expect(stateOfParcel(events)).toBe('delivered');
    expect(stateOfParcel([...events].reverse())).toBe('delivered');
  });

  it('notes and unknown codes don’t change it', () => {
    const events = [at('2026-11-19T12:00:00Z', 'LMD.1005'), at('2026-11-20T12:00:00Z', 'INF.9001')];
    expect(stateOfParcel([...events, at('2026-11-21T12:00:00Z', 'NEW.1')])).toBe('ready');
  });

  it.each([
    ['CRE.1001', 'FMD.1002', 'on_its_way'],
    ['LMD.1001', 'LMD.1005', 'ready'],
    ['LMD.1005', 'EOL.1001', 'delivered'],
    ['LMD.9004', 'LMD.1004', 'ready'],
    ['LMD.1002', 'LMD.9001', 'ready'],
    ['CC.001', 'CC.003', 'problem'],
    ['LMD.1005', 'LMD.9014', 'returning'],
    ['LMD.9002', 'RTS.1001', 'returning'],
    ['LMD.9003', 'EOL.1001', 'delivered'],
    ['RTS.1001', 'RTS.1002', 'returned'],
    ['EOL.1001', 'RTS.1002', 'returned'],
    ['CRE.1001', 'EOL.9004', 'cancelled'],
    ['LMD.1005', 'EOL.9001', 'problem'],
    ['EOL.1001', 'EOL.9002', 'problem'],
    ['INF.9001', 'LMD.1005', 'ready'],
  ])(
    'of %s and %s at the same time, the latter counts, in whatever order they arrive',
    (one, other, state) => {
      const time = '2026-11-19T12:00:00Z';
      const events = [
        at(time, one),
        at('2026-11-19T13:00:00+01:00', other),
        at('2026-11-18T12:00:00Z', 'CRE.1001'),
      ];
      expect(stateOfParcel(events)).toBe(state);
      expect(stateOfParcel(events.toReversed())).toBe(state);
      expect(compareEvents(events[0]!, events[1]!)).toBeLessThan(0);
      expect(compareEvents(events[1]!, events[0]!)).toBeGreaterThan(0);
    },
  );

  it('events with the same time are sorted along the parcel’s journey', () => {
    const codes = [
      'INF.9001',
      'CRE.1001',
      'FMD.1001',
      'FMD.1002',
      'HAN.1001',
      'MMD.1001',
      'MMD.1003',
      'LMD.1001',
      'LMD.1005',
    ];
    const events = codes.map((code) => at('2026-11-19T12:00:00Z', code));
    expect(events.toReversed().sort(compareEvents)).toEqual(events);
  });

  it('it is null if no event has one', () => {
    expect(stateOfParcel([])).toBeNull();
    expect(stateOfParcel([at('2026-11-19T12:00:00Z', 'INF.9001')])).toBeNull();
    expect(stateOfParcel([at('no time', 'EOL.1001')])).toBeNull();
  });
});

it('A state is further along than the ones before it, but not than itself', () => {
  expect(isFurther('delivered', 'ready')).toBe(true);
  expect(isFurther('ready', 'delivered')).toBe(false);
  expect(isFurther('ready', 'ready')).toBe(false);
});
