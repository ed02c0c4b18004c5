import { openDB } from 'idb';
import { beforeEach, expect, it } from 'vitest';
import { restoreDeskFile, writeDeskFile } from '../../../../src/lib/desk/desk-file.ts';
import { nameDatabase } from '../../../../src/lib/desk/desk-store.ts';
import type { Desk } from '../../../../src/lib/desk/desk.svelte.ts';
import { EMPTY_MARK, labelLifeOf, readMark } from '../../../../src/lib/desk/marks/mark.ts';
import { Marks, openMarks } from '../../../../src/lib/desk/marks/marks.svelte.ts';
import { makeDraft, newAccount, openDesk, startBrowser } from '../fake-desk.ts';
import { waitFor } from '../../../wait-for.ts';

beforeEach(() => void startBrowser());

async function deskWith(count: number, account = newAccount()) {
  const desk = await openDesk(account);
  const parcels = Array.from({ length: count }, () => makeDraft({ state: 'sent' }));
  await desk.putParcels(parcels);
  return { desk, ids: parcels.map(({ id }) => id) };
}

const readStored = async (desk: Desk) => new Map(await desk.store.readRaw('marks'));

it('Marks: printing, packing and notes are stored beside the parcel, and a life is told from them', async () => {
  const { desk, ids } = await deskWith(2);
  const marks = await openMarks(desk);
  const [one = '', other = ''] = ids;
  expect([marks.get(one), labelLifeOf(marks.get(one))]).toEqual([EMPTY_MARK, 'unprinted']);
  await marks.markPrinted([one], 5);
  expect(labelLifeOf(marks.get(one))).toBe('printed');
  await marks.change(ids, (mark) => ({ ...mark, note: 'fragile' }));
  await marks.markPrinted([one], 9);
  expect(marks.get(one)).toEqual({ printedMs: [5, 9], packedMs: null, note: 'fragile', contents: '' });
  expect([labelLifeOf(marks.get(one)), marks.lastPrintedMs]).toEqual(['reprinted', 9]);
  expect([...(await readStored(desk)).keys()].sort()).toEqual([one, other].sort());
});

it('Marks: two tabs change one mark at once, and both changes stay', async () => {
  const account = newAccount();
  const { desk, ids } = await deskWith(1, account);
  const [id = ''] = ids;
  const [here, there] = [await openMarks(desk), await openMarks(await openDesk(account))];
  await Promise.all([here.markPrinted(ids, 5), there.change(ids, (mark) => ({ ...mark, packedMs: 7 }))]);
  const both = { printedMs: [5], packedMs: 7, note: '', contents: '' };
  expect((await readStored(desk)).get(id)).toEqual(both);
  // Another tab's change counts before word of it has arrived.
  await desk.store.changeMarks(ids, () => ({ ...both, note: 'fragile' }));
  await there.markPrinted(ids, 9);
  expect((await readStored(desk)).get(id)).toEqual({ ...both, printedMs: [5, 9], note: 'fragile' });
  await waitFor(() => here.get(id).packedMs === 7);
  await waitFor(() => there.get(id).printedMs.length === 2);
});

it('Marks: they are removed with their parcel, and none is made for a parcel that is gone', async () => {
  const { desk, ids } = await deskWith(2);
  const marks = await openMarks(desk);
  await marks.markPrinted(ids);
  await desk.removeParcels([ids[0]!]);
  await marks.markPrinted(ids);
  expect([...(await readStored(desk)).keys()]).toEqual([ids[1]]);
});

it('Marks: what can’t be stored isn’t shown as done', async () => {
  const { desk, ids } = await deskWith(1);
  const marks = await openMarks(desk);
  desk.store.changeMarks = () => Promise.reject(new Error('full'));
  await expect(marks.markPrinted(ids)).rejects.toThrow('full');
  expect(marks.get(ids[0]!)).toBe(EMPTY_MARK);
});

it('Marks: a mark of another version keeps what it can’t read, and wrong fields count as empty', () => {
  expect(readMark({ printedMs: ['x'], packedMs: -1, note: 7, later: 1 })).toEqual({
    ...EMPTY_MARK,
    later: 1,
  });
  expect(readMark('?')).toEqual(EMPTY_MARK);
});

it('Marks: a desk of the version before marks is opened with its parcels', async () => {
  const account = newAccount();
  const name = await nameDatabase(account);
  const parcel = makeDraft();
  const older = await openDB(name, 1, {
    upgrade: (database) => {
      for (const store of ['parcels', 'labels', 'imports', 'returns', 'pickups', 'settings'])
        database.createObjectStore(store);
    },
  });
  await older.put('parcels', parcel, parcel.id);
  older.close();
  const desk = await openDesk(account);
  expect(desk.parcels).toEqual([parcel]);
  await (await openMarks(desk)).markPrinted([parcel.id], 5);
  expect((await readStored(desk)).get(parcel.id)).toMatchObject({ printedMs: [5] });
});

it('Marks: a desk’s file contains them; merged, each printing counts once and own texts stay', async () => {
  const account = newAccount();
  const { desk, ids } = await deskWith(2, account);
  const marks = await openMarks(desk);
  const [one = '', other = ''] = ids;
  await marks.markPrinted([one], 5);
  await marks.change([other], (mark) => ({ ...mark, note: 'theirs', packedMs: 3 }));
  const file = new Blob([await writeDeskFile(desk)]);
  await marks.markPrinted([one], 9);
  await marks.change([other], (mark) => ({ ...mark, note: 'mine', packedMs: null }));
  expect(await restoreDeskFile(desk, file)).toMatchObject({ added: 1, unchanged: 3, invalid: 0 });
  expect(marks.get(one).printedMs).toEqual([5, 9]);
  expect(marks.get(other)).toMatchObject({ note: 'mine', packedMs: 3 });
  // Without its parcel, a note would never be removed.
  const empty = await openDesk();
  const orphan = { format: 'droppoint-desk', version: 2, kept: { marks: [[one, { note: 'x' }]] } };
  expect(await restoreDeskFile(empty, new Blob([JSON.stringify(orphan)]))).toMatchObject({ invalid: 1 });
  expect(await readStored(empty)).toEqual(new Map());
});

it('Marks: they are forgotten with the desk', async () => {
  const account = newAccount();
  const { desk, ids } = await deskWith(1, account);
  const marks = await openMarks(desk);
  await marks.markPrinted(ids);
  await desk.forget();
  const again = await openDesk(account);
  expect(await readStored(again)).toEqual(new Map());
  expect(await openMarks(desk).catch(() => 'closed')).toBe('closed');
  expect(await openMarks(again)).toBeInstanceOf(Marks);
});
