import { describe, expect, it } from 'vitest';
import { stateOfEvent, stateOfParcel } from '#platform/parcel-state.ts';
import { CATALOGUE } from '../parcel/catalogue.ts';

describe('an event', () => {
  it.each(CATALOGUE)('$code makes a parcel: $state', ({ code, state }) => {
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
