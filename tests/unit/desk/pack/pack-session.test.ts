import { beforeEach, expect, it } from 'vitest';
import type { ParcelState } from '#platform/parcel-state.ts';
import { openMarks, type Marks } from '../../../../src/lib/desk/marks/marks.svelte.ts';
import { PackSession, type Tone } from '../../../../src/lib/desk/pack/pack-session.svelte.ts';
import type { DeskParcel } from '../../../../src/lib/desk/parcel.ts';
import { makeDraft, openDesk, startBrowser } from '../fake-desk.ts';

beforeEach(() => void startBrowser());

/** A sent parcel of an order. */
function makeSent(
  order: string,
  trackingNumber: string | null,
  change: Partial<DeskParcel> = {},
): DeskParcel {
  const parcel = makeDraft({ state: 'sent', trackingNumber, ...change });
  return { ...parcel, shipment: { ...parcel.shipment, references: { custom: { order } } } };
}

const trackedAs = (state: ParcelState) => ({ tracking: { state, events: [], readMs: 1 } });

/** A packing table with these parcels; `printed` and `played` list what it printed and played. */
async function startTable(parcels: readonly DeskParcel[], fails: () => Error | null = () => null) {
  const desk = await openDesk();
  await desk.putParcels(parcels);
  const marks = await openMarks(desk);
  const printed: string[] = [];
  const played: Tone[] = [];
  const session = new PackSession(desk, marks, {
    printLabel: ({ trackingNumber }) => {
      const error = fails();
      if (error !== null) return Promise.reject(error);
      printed.push(trackingNumber);
      return Promise.resolve();
    },
    play: (tone) => played.push(tone),
  });
  session.take(desk.parcels);
  const scan = (code: string) => {
    session.scan(code);
    return session.outcome?.kind;
  };
  return { desk, marks, session, scan, printed, played };
}

it('Packing: an order number and a parcel number, as scanners type them, pack the parcel and print its label', async () => {
  const one = makeSent('#FL-1042', '690000000000000000001042');
  const { session, marks, scan, printed, played } = await startTable([one, makeSent('1043', '6900431')]);
  expect(session.left).toBe(2);
  expect(scan(']C16900 0000 0000 0000 0000 1042\r')).toBe('packed');
  await session.settled();
  expect(marks.get(one.id).packedMs).not.toBeNull();
  expect(scan('fl 1042')).toBe('already');
  expect(scan(' 1043\n')).toBe('packed');
  await session.settled();
  expect(printed).toEqual(['690000000000000000001042', '6900431']);
  expect(played).toEqual(['right', 'wrong', 'right']);
  expect([session.left, session.packed, session.recent.length]).toEqual([0, 2, 3]);
});

it('Packing: a label that was printed before isn’t printed by a scan, but by its button', async () => {
  const one = makeSent('1', '601');
  const { session, marks, scan, printed } = await startTable([one]);
  await marks.markPrinted([one.id]);
  scan('1');
  await session.settled();
  expect(printed).toEqual([]);
  await session.printAgain({ ...one, trackingNumber: '601' });
  expect(printed).toEqual(['601']);
});

it.each([
  ['cancelled', makeSent('7', '607', trackedAs('cancelled'))],
  ['gone', makeSent('7', '607', trackedAs('on_its_way'))],
  ['not_sent', makeSent('7', null, { state: 'draft' })],
  ['not_sent', makeSent('7', null, { state: 'refused' })],
  ['not_sent', makeSent('7', null, { state: 'unknown' })],
  ['unknown', makeSent('8', '608')],
] as const)(
  'Packing: a parcel that can’t leave is %s, with the wrong sound and nothing packed',
  async (kind, parcel) => {
    const { session, marks, scan, printed, played } = await startTable([parcel]);
    expect(scan('7')).toBe(kind);
    await session.settled();
    expect([marks.get(parcel.id).packedMs, printed, played]).toEqual([null, [], ['wrong']]);
  },
);

it('Packing: of two parcels of an order, one is chosen by its place in the list or by its own number', async () => {
  const [one, two] = [makeSent('5', '651'), makeSent('5', '652', { createdMs: 1 })];
  const dead = makeSent('5', null, { state: 'refused' });
  const { session, marks, scan, played } = await startTable([one, two, dead]);
  expect(scan('5')).toBe('several');
  expect(scan('2')).toBe('packed');
  await session.settled();
  expect([marks.get(one.id).packedMs === null, marks.get(two.id).packedMs === null]).toEqual([true, false]);
  expect(scan('651')).toBe('packed');
  expect(scan('5')).toBe('several');
  // No third one: it is a number like any other.
  expect(scan('3')).toBe('unknown');
  expect(played).toEqual(['choose', 'right', 'right', 'choose', 'wrong']);
});

it('Packing: a parcel that was sent again after a refusal is the one to pack', async () => {
  const { scan } = await startTable([makeSent('5', null, { state: 'refused' }), makeSent('5', '652')]);
  expect(scan('5')).toBe('packed');
});

it('Packing: a code that a scanner reads twice packs once, even before the first is on disk', async () => {
  const { session, scan, printed } = await startTable([makeSent('1', '601')]);
  expect([scan('1'), scan('1')]).toEqual(['packed', 'already']);
  await session.settled();
  expect([printed, session.packed]).toEqual([['601'], 1]);
});

it('Packing: what fails is named and sounds wrong, and a full disk leaves the parcel to pack', async () => {
  const one = makeSent('1', '601');
  const empty = new Error('no paper');
  const { session, desk, marks, scan, played } = await startTable([one, makeSent('2', '602')], () => empty);
  scan('2');
  await session.settled();
  expect(session.problem).toMatchObject({ parcel: { trackingNumber: '602' }, error: empty });
  desk.store.changeMarks = () => Promise.reject(new Error('full'));
  scan('1');
  await session.settled();
  expect(session.problem).toMatchObject({ error: { message: 'full' } });
  expect([marks.get(one.id).packedMs, session.left, played]).toEqual([
    null,
    1,
    ['right', 'wrong', 'right', 'wrong'],
  ]);
});

it('Packing: packing is taken back', async () => {
  const one = makeSent('1', '601');
  const { session, marks, scan } = await startTable([one]);
  scan('1');
  await session.undo(one);
  expect([marks.get(one.id).packedMs, session.left, session.packed]).toEqual([null, 1, 0]);
  expect(scan('1')).toBe('packed');
});

// The work of a scan doesn't grow with the list, so a phone four times slowed answers at once too.
it('Packing: each of 200 scans reads only its own parcel, of 5,000', async () => {
  const desk = await openDesk();
  const reads = new Map<string, number>();
  const parcels = Array.from({ length: 5000 }, (_, at) => makeSent(`A-${at}`, `69${at}`));
  await desk.putParcels(parcels);
  const counted = parcels.map(
    (parcel) =>
      new Proxy(parcel, {
        get: (target, key) => {
          reads.set(target.id, (reads.get(target.id) ?? 0) + 1);
          return Reflect.get(target, key) as unknown;
        },
      }),
  );
  const byId = new Map(counted.map((parcel) => [parcel.id, parcel]));
  const marks: Marks = await openMarks(desk);
  const tools = { printLabel: () => Promise.resolve(), play: () => {} };
  const session = new PackSession({ find: (id) => byId.get(id) ?? null }, marks, tools);
  session.take(counted);
  let most = 0;
  for (let at = 0; at < 200; at++) {
    reads.clear();
    session.scan(at % 2 === 0 ? `a ${at * 20}` : `69${at * 20}`);
    expect(session.outcome?.kind).toBe('packed');
    expect([...reads.keys()]).toEqual([parcels[at * 20]!.id]);
    most = Math.max(most, ...reads.values());
    await session.settled();
  }
  expect(most).toBeLessThan(40);
  expect([session.packed, session.left]).toEqual([200, 4800]);
});
