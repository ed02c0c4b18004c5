import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicParcelSchema } from '#contract/public-parcel.ts';
import { answerToken, startHarness } from '../../functions/harness.ts';
import { damage, hostileValues, oneOf, spoil } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const NUMBER = '690000000000000000001042';
const PLACE = { id: 'PL_TST01X', type: 'LOCKER_POINT', name: 'TST01X', city: 'Testowo', country: 'PL' };
const EVENT = {
  eventTimestamp: '2026-11-20T07:15:04.120+01:00',
  eventCode: 'LMD.1005',
  eventId: '0b5e7c1e-1a2b-4c3d-8e4f-5a6b7c8d9e0f#LMD.1005',
  location: PLACE,
};
const PARCEL = {
  trackingNumber: NUMBER,
  events: [EVENT],
  destination: PLACE,
  delivery: { recipientName: 'canary', deliveryNotes: 'canary' },
  shipment: { type: 'OUTBOUND' },
};

/**
 * An answer that is nested too deeply is refused as a whole, so depth is limited here to have each
 * part read.
 */
const shallow = (texts: fc.Arbitrary<string>) => texts.filter((text) => !text.includes('[[[['));
const places = shallow(fc.oneof(spoil(PLACE), hostileValues));
const events = shallow(fc.oneof(spoil(EVENT), hostileValues));
const parcels = oneOf(
  [3, spoil(PARCEL)],
  [
    4,
    fc
      .tuple(fc.array(events, { maxLength: 4 }), places)
      .map(
        ([group, place]) =>
          `{"trackingNumber":"${NUMBER}","events":[${group.join(',')}],"destination":${place},"delivery":${place}}`,
      ),
  ],
  [1, hostileValues],
);
const bodies = oneOf(
  [6, parcels.map((parcel) => `{"parcels":[${parcel}]}`)],
  [1, damage(JSON.stringify({ parcels: [PARCEL] }))],
  [1, hostileValues],
);
/** Maximum size of a parcel with five events, whose texts are short. */
const LONGEST_ANSWER = 4_000;

describe('Fuzzing: platform answers about parcels', PATIENCE, () => {
  it('hostile answers become parcels of the documented shape without personal data, or an error', async () => {
    let body = '';
    const json = { 'content-type': 'application/json' };
    const harness = startHarness({
      token: [() => answerToken({ scope: 'api:tracking:read' })],
      api: [() => new Response(body, { headers: json })],
    });
    let found = 0;
    await sendThrough('answers about parcels', bodies, async (input) => {
      body = input;
      harness.clock.nowMs += 60_000;
      const answer = await harness.request(`/api/parcels/${NUMBER}`);
      const text = await answer.text();
      expect([200, 502]).toContain(answer.status);
      expect(text).not.toContain('canary');
      if (answer.status === 200) {
        const described = publicParcelSchema.parse(JSON.parse(text));
        expect(described.number).toBe(NUMBER);
        expect(text.length).toBeLessThan(LONGEST_ANSWER);
        for (const { time, code } of described.events) {
          expect(Number.isNaN(Date.parse(time))).toBe(false);
          expect(code).toMatch(/^[\w.:-]{1,40}$/);
        }
        if (described.status === 'found') found++;
      }
      expect(JSON.stringify(harness.logs)).not.toMatch(/globalThis|canary|6900000/);
      harness.logs.length = harness.calls.length = 0;
    });
    expect(found).toBeGreaterThan(INPUTS / 3);
  });
});
