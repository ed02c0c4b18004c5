import { describe, expect, it } from 'vitest';
import { stateOfEvent, stateOfParcel } from '#platform/parcel-state.ts';

/** All codes that are known, by the state that a shopper is told. */
const STATES = {
  registered:
    'CRE.1001 CRE.1002 FUL.1001 FUL.1002 FMD.1001 FMD.1007 FMD.1008 FMD.1009 FMD.1010 FMD.1011 FMD.1012 FMD.1013 FMD.1014 FMD.1016 FMD.1017',
  on_its_way:
    'FMD.1002 FMD.1003 FMD.1004 FMD.1005 FMD.1006 FMD.1015 FUL.1003 HAN.1001 MMD.1001 MMD.1002 MMD.1003 MMD.1004 MMD.1005 MMD.1007 MMD.1009 MMD.3001 CC.001 CC.002 LMD.1001 LMD.1002 LMD.3001 LMD.3002 LMD.3003 LMD.3004 LMD.3005 LMD.3006 LMD.3012 LMD.3013 LMD.3014 LMD.3015 LMD.3016 LMD.3017',
  ready: 'LMD.1003 LMD.1004 LMD.1005 LMD.1006 LMD.3007 LMD.9001 LMD.9012 LMD.9013',
  delivered: 'EOL.1001 EOL.1002 EOL.1003 EOL.1004 EOL.1005 EOL.1006 EOL.1007 EOL.1008',
  problem:
    'CC.003 FMD.9001 FMD.9002 MMD.1006 MMD.9001 LMD.3008 LMD.3009 LMD.3010 LMD.3011 LMD.9002 LMD.9003 LMD.9004 LMD.9005 LMD.9006 LMD.9007 LMD.9008 LMD.9009 LMD.9010 LMD.9011 LMD.9015 LMD.9016 LMD.9017 LMD.9018 LMD.9019 LMD.9020 LMD.9021 LMD.9022 LMD.9023 LMD.9024 LMD.9025 LMD.9026 LMD.9027 LMD.9028 LMD.9029 LMD.9030 EOL.9001 EOL.9002 EOL.9003 EOL.9006',
  cancelled: 'EOL.9004 EOL.9005',
  returning: 'LMD.9014 RTS.1001',
  returned: 'RTS.1002',
};

describe('an event', () => {
  it.each(Object.entries(STATES))('makes a parcel %s', (state, codes) => {
    for (const code of codes.split(' ')) expect([code, stateOfEvent(code)]).toEqual([code, state]);
  });

  it.each(['INF.1001', 'INF.9001', 'XYZ.1001', '', 'constructor', '__proto__', 'EOL', 'EOL.2001'])(
    '%j changes nothing',
    (code) => expect(stateOfEvent(code)).toBeNull(),
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
  ])('that came later, %s, is read by its beginning', (code, state) =>
    expect(stateOfEvent(code)).toBe(state),
  );
});

describe('a parcel', () => {
  const at = (time: string, code: string) => ({ time, code });

  it('has the state of its latest event, in whichever order they come', () => {
    const events = [
      at('2026-11-20T09:15:00+01:00', 'LMD.1005'),
      at('2026-11-20T08:20:00Z', 'EOL.1002'),
      at('2026-11-19T12:00:00Z', 'CRE.1001'),
    ];
    expect(stateOfParcel(events)).toBe('delivered');
    expect(stateOfParcel([...events].reverse())).toBe('delivered');
  });

  it('keeps its state after a note, and after a code that is unknown in whole', () => {
    const events = [at('2026-11-19T12:00:00Z', 'LMD.1005'), at('2026-11-20T12:00:00Z', 'INF.9001')];
    expect(stateOfParcel([...events, at('2026-11-21T12:00:00Z', 'NEW.1')])).toBe('ready');
  });

  it('has the state of the later one in the list, of two at the same time', () => {
    const events = [at('2026-11-19T12:00:00Z', 'LMD.1001'), at('2026-11-19T12:00:00Z', 'LMD.1005')];
    expect(stateOfParcel(events)).toBe('ready');
  });

  it('has none without an event that tells one', () => {
    expect(stateOfParcel([])).toBeNull();
    expect(stateOfParcel([at('2026-11-19T12:00:00Z', 'INF.9001')])).toBeNull();
    expect(stateOfParcel([at('no time', 'EOL.1001')])).toBeNull();
  });
});
