import { expect, it } from 'vitest';
import { eventsOf } from '#platform/tracking.ts';

const READY = { eventTimestamp: '2026-11-20T09:15:00+01:00', eventCode: 'LMD.1005', eventId: 'u#LMD.1005' };
const TAKEN_IN = { eventTimestamp: '2026-11-20T08:20:00Z', eventCode: 'MMD.1001' };

it('A parcel’s events are sorted oldest first, whatever the offsets of their times', () => {
  // 08:15 and 08:20 in UTC.
  const events = eventsOf({ events: [TAKEN_IN, { ...READY, location: { city: 'Testowo', later: 1 } }] });
  expect(events).toEqual([
    { id: 'u#LMD.1005', code: 'LMD.1005', time: READY.eventTimestamp, place: { city: 'Testowo', later: 1 } },
    { id: null, code: 'MMD.1001', time: TAKEN_IN.eventTimestamp, place: null },
  ]);
});

it.each([
  ['none', null],
  ['a text', 'LMD.1005'],
  ['one without a code', { eventTimestamp: READY.eventTimestamp }],
  ['one without a time', { eventCode: 'LMD.1005' }],
  ['one at no time', { ...READY, eventTimestamp: 'soon' }],
])('%s is left out, and nothing else', (_, broken) => {
  expect(eventsOf({ events: [broken, READY] }).map(({ code }) => code)).toEqual(['LMD.1005']);
});

it('An event with an invalid id or place isn’t dropped', () => {
  expect(eventsOf({ events: [{ ...READY, eventId: 7, location: 'Testowo' }] })).toEqual([
    { id: null, code: 'LMD.1005', time: READY.eventTimestamp, place: null },
  ]);
});

it('Events of the same second are sorted along the parcel’s journey, even if the list has the newest first', () => {
  const eventTimestamp = '2026-11-27T10:00:00+01:00';
  const events = [
    { eventCode: 'EOL.1001', eventTimestamp },
    { eventCode: 'LMD.1005', eventTimestamp },
    { eventCode: 'CRE.1001', eventTimestamp: '2026-11-25T10:00:00+01:00' },
  ];
  for (const list of [events, events.toReversed()])
    expect(eventsOf({ events: list }).map(({ code }) => code)).toEqual(['CRE.1001', 'LMD.1005', 'EOL.1001']);
});
