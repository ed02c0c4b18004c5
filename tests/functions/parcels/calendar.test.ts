import { describe, expect, it } from 'vitest';
import { publicParcelSchema } from '#contract/public-parcel.ts';
import { writeCalendar, type CalendarEntry } from '../../../functions/parcels/write-calendar.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { answerJson, answerToken, errorOf, ORIGIN } from '../harness.ts';
import { startPublished } from '../start-published.ts';

const NUMBER = '690000000000000000001042';
const READY_AT = '2026-01-05T08:00:00+01:00';
const PATH = `/api/parcels/${NUMBER}`;

const ENTRY: CalendarEntry = {
  id: NUMBER,
  host: 'points.example',
  title: 'Collect a parcel',
  description: 'Collect it with the code in the carrier’s message.',
  place: 'Locker, Main Road 7',
  position: { latitude: 52.25, longitude: 21 },
  begins: new Date('2026-01-05T07:00:00Z'),
  ends: new Date('2026-01-07T07:00:00Z'),
  writtenAt: new Date('2026-01-05T08:00:00.123Z'),
};

/** Reads the lines of a calendar file, unfolded, as its readers do (RFC 5545 §3.1). */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('A calendar file', () => {
  it('it has one entry from when the parcel is ready until its deadline, with a reminder the day before', async () => {
    expect(linesOf(await writeCalendar(ENTRY))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Droppoint//Droppoint//EN',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[0-9a-f]{32}@points\.example$/),
      'DTSTAMP:20260105T080000Z',
      'DTSTART:20260105T070000Z',
      'DTEND:20260107T070000Z',
      'SUMMARY:Collect a parcel',
      'DESCRIPTION:Collect it with the code in the carrier’s message.',
      'LOCATION:Locker\\, Main Road 7',
      'GEO:52.25;21',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Collect a parcel',
      'TRIGGER;RELATED=END:-P1D',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('texts can’t add lines or properties, and no line is longer than 75 bytes', async () => {
    const place = `Sklep; "Żabka",\\ ul. ${'Ćwiklińskiej '.repeat(20)}🏪\r\nATTENDEE:mailto:a@b.example\nX\rY\u0000`;
    const file = await writeCalendar({ ...ENTRY, place, position: null });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThan(76);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]|\uFFFD/);
    expect(linesOf(file).find((line) => line.startsWith('LOCATION'))).toBe(
      `LOCATION:Sklep\\; "Żabka"\\,\\\\ ul. ${'Ćwiklińskiej '.repeat(20)}🏪\\nATTENDEE:mailto:a@b.example\\nX\\nY `,
    );
    expect(linesOf(file)).toHaveLength(20);
  });

  it('a parcel keeps its id, which isn’t its number', async () => {
    const idOf = async (entry: Partial<CalendarEntry>) =>
      linesOf(await writeCalendar({ ...ENTRY, ...entry }))[4];
    expect(await idOf({ ends: new Date(), title: 'Odbiór paczki' })).toBe(await idOf({}));
    expect(await idOf({ id: `${NUMBER}1` })).not.toBe(await idOf({}));
    expect(await writeCalendar(ENTRY)).not.toContain(NUMBER);
  });
});

/** A locker with its address, and a shop without a deadline. */
const PUBLISHED = await publish(
  makeGrid(2).map((item, at) => ({
    ...item,
    type: at === 0 ? 'APM' : 'PUDO',
    address: { street: 'Main Road', buildingNumber: '7', city: 'Warszawa', country: 'PL' },
  })),
);
const [LOCKER, SHOP] = makeGrid(2).map(({ id }) => String(id));

/** @param code of the latest event */
function start(code = 'LMD.1005', point = LOCKER, more: object = {}, setting = 'APM:2') {
  const parcel = {
    trackingNumber: NUMBER,
    events: [
      { eventTimestamp: '2026-01-04T08:00:00+01:00', eventCode: 'MMD.1001' },
      { eventTimestamp: READY_AT, eventCode: code },
    ],
    destination: { id: point, type: 'LOCKER_POINT' },
    delivery: { recipientName: 'Oskar Lis', deliveryNotes: 'Call first' },
    ...more,
  };
  const { harness } = startPublished(PUBLISHED, 'edge', {
    environment: { PARCEL_COLLECT_DAYS: setting },
    token: [() => answerToken({ scope: 'api:tracking:read' })],
    api: [() => answerJson({ parcels: [parcel] })],
  });
  harness.clock.nowMs = Date.parse('2026-01-05T12:00:00Z');
  return harness;
}

const readDeadline = async ({ request }: ReturnType<typeof start>) =>
  publicParcelSchema.parse(await (await request(PATH)).json()).collectUntil;

describe('GET /api/parcels/{number}: the deadline', () => {
  it('a parcel that is ready can be collected for the days that the operator has set for its type of point', async () => {
    expect(await readDeadline(start())).toBe('2026-01-07T07:00:00.000Z');
    expect(await readDeadline(start('LMD.1005', LOCKER, {}, 'PUDO:9, APM:5'))).toBe(
      '2026-01-10T07:00:00.000Z',
    );
  });

  it.each([
    ['is on its way', start('MMD.1002')],
    ['was collected', start('EOL.1002')],
    ['wasn’t collected in time', start('LMD.3008')],
    ['is at a type of point without a setting', start('LMD.1005', SHOP)],
    ['is at a point that isn’t published', start('LMD.1005', 'PL_ELSEWHERE')],
    ['is a return', start('LMD.1005', LOCKER, { shipment: { type: 'RETURN' } })],
  ])('a parcel that %s has none', async (_, harness) => {
    expect(await readDeadline(harness)).toBeUndefined();
    const answer = await harness.request(`${PATH}/calendar.ics`);
    expect([answer.status, await errorOf(answer)]).toEqual([404, 'no_deadline']);
  });

  it('a parcel that is still ready after its deadline was given more time, and has none', async () => {
    const harness = start();
    harness.clock.nowMs = Date.parse('2026-01-07T07:00:00Z');
    expect(await readDeadline(harness)).toBeUndefined();
  });
});

describe('GET /api/parcels/{number}/calendar.ics', () => {
  it('any page gets a calendar file in its language, without personal data', async () => {
    const { request } = start();
    const answer = await request(`${PATH}/calendar.ics?language=pl-PL`, {
      headers: { origin: 'https://shop.example' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="parcel.ics"');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    const file = await answer.text();
    expect(linesOf(file)).toEqual(
      expect.arrayContaining([
        'SUMMARY:Odbiór paczki',
        'DTSTART:20260105T070000Z',
        'DTEND:20260107T070000Z',
        'DTSTAMP:20260105T120000Z',
        expect.stringMatching(/^LOCATION:.*Main Road 7\\, Warszawa$/),
      ]),
    );
    expect(file).not.toMatch(/Oskar|Lis|Call/);
    expect(file).not.toContain(NUMBER);
  });

  it('the texts for a shop’s mail have its address, in their language', async () => {
    const read = async (harness: ReturnType<typeof start>) =>
      publicParcelSchema.parse(await (await harness.request(`${PATH}?language=pl-PL`)).json()).texts
        ?.calendar;
    expect(await read(start())).toBe(`${ORIGIN}${PATH}/calendar.ics?language=pl`);
    expect(await read(start('MMD.1002'))).toBeUndefined();
  });

  it('without a language it is English', async () => {
    expect(await (await start().request(`${PATH}/calendar.ics`)).text()).toContain(
      'SUMMARY:Collect a parcel\r\n',
    );
  });
});
