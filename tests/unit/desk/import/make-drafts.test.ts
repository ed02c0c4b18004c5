import { beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '../../../../src/lib/desk/desk.svelte.ts';
import type { CheckedRow } from '../../../../src/lib/desk/import/check-row.ts';
import {
  createImport,
  importSchema,
  saveImport,
  type ImportRecord,
} from '../../../../src/lib/desk/import/import-record.ts';
import {
  listUnsent,
  makeDrafts,
  reconcile,
  computeRowState,
} from '../../../../src/lib/desk/import/make-drafts.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';

let desk: Desk;
let record: ImportRecord;

const checkedRow = (reference: string, isGood = true): CheckedRow => ({
  shipment: { references: { custom: { reference } }, recipient: {}, destination: {}, parcels: [] } as never,
  problems: isGood ? [] : [{ field: 'email', code: 'required', detail: '', isWarning: false }],
  pointId: '',
  pointName: '',
  reference,
  contents: [],
  weights: null,
  isPending: false,
  hold: null,
});
const CHECKED = [checkedRow('1'), checkedRow('2', false), checkedRow('3')];
const make = (from = record, checked = CHECKED) => makeDrafts(desk, from, checked, Date.now());
const settle = (id: string, state: 'sent' | 'refused') => desk.putParcels([{ ...desk.find(id)!, state }]);

beforeEach(async () => {
  startBrowser();
  desk = await openDesk();
  const rows = [
    ['Order', 'Town'],
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'c'],
  ];
  record = await createImport(
    desk,
    { rows, widths: [], unread: [] },
    { name: 'x.csv', encoding: 'utf-8', nowMs: Date.now() },
  );
  await saveImport(desk, record);
});
describe('makeDrafts', () => {
  it('creates parcels for the good rows and records them in the import', async () => {
    const linked = await make();
    expect(linked.rows.map(({ parcelId }) => parcelId === null)).toEqual([false, true, false]);
    expect(listUnsent(linked, () => 'draft')).toEqual([linked.rows[0]!.parcelId, linked.rows[2]!.parcelId]);
    expect(desk.parcels.map(({ importId, row, state }) => [importId, row, state])).toEqual([
      [record.id, 0, 'draft'],
      [record.id, 2, 'draft'],
    ]);
    expect(await desk.store.read('imports', record.id, importSchema)).toEqual(linked);
  });

  it('stores what is in a parcel with it', async () => {
    const contents = [{ quantity: 2, product: 'Mug', sku: 'F-1' }];
    await make(record, [{ ...CHECKED[0]!, contents }, ...CHECKED.slice(1)]);
    expect(desk.parcels.map((parcel) => parcel['contents'])).toEqual([contents, undefined]);
  });

  it('creates no second parcel for a row, whichever version of the import is used', async () => {
    const linked = await make();
    await settle(linked.rows[0]!.parcelId!, 'sent');
    await make(linked);
    // Another tab that doesn't know about it.
    await make(record);
    expect(desk.parcels).toHaveLength(2);
    expect(desk.find(linked.rows[0]!.parcelId!)!.state).toBe('sent');
  });

  it('creates no parcel for a row whose parcel was removed from the desk', async () => {
    const linked = await make();
    await desk.removeParcels([linked.rows[0]!.parcelId!]);
    const again = await make(linked);
    expect(again.rows[0]).toEqual(linked.rows[0]);
    expect(computeRowState(again.rows[0]!, CHECKED[0]!, null)).toBe('removed');
    expect(desk.parcels).toHaveLength(1);
  });

  it('replaces a refused parcel by a new one with another id once its row is corrected', async () => {
    const linked = await make();
    const refused = linked.rows[0]!.parcelId!;
    await settle(refused, 'refused');
    expect((await make(linked)).rows[0]!.parcelId).toBe(refused);
    const corrected = await make(linked, [checkedRow('1 corrected'), ...CHECKED.slice(1)]);
    expect(corrected.rows[0]!.parcelId).not.toBe(refused);
    expect(desk.find(refused)).toBeNull();
    expect(desk.find(corrected.rows[0]!.parcelId!)!.state).toBe('draft');
    expect(desk.parcels).toHaveLength(2);
  });
});

describe('Import: an order that also occurs elsewhere', () => {
  /** Another import of the same file. */
  const importAgain = async () => {
    const again = { ...record, id: crypto.randomUUID() };
    await saveImport(desk, again);
    return again;
  };
  const tick = (from: ImportRecord, isWanted = true, tickedMs = 1): ImportRecord => ({
    ...from,
    rows: from.rows.map((row) => ({ ...row, again: { isWanted, saidMs: tickedMs } })),
  });

  it('becomes one parcel even if two imports send it at the same time', async () => {
    const again = await importAgain();
    await Promise.all([make(record), make(again)]);
    expect(desk.parcels).toHaveLength(2);
  });

  it('becomes a second parcel if its row is ticked', async () => {
    await make();
    await make(tick(await importAgain()));
    expect(desk.parcels).toHaveLength(4);
  });

  it('isn’t sent if another tab has unticked it since', async () => {
    await saveImport(desk, tick(record, false, 2));
    await make(tick(record));
    expect(desk.parcels).toEqual([]);
  });

  it('isn’t sent from one import after another import has sent it, unless it is ticked', async () => {
    const { rows } = await make();
    const parcel = desk.find(rows[0]!.parcelId!)!;
    expect(computeRowState(rows[0]!, CHECKED[0]!, parcel, 'sent_before')).toBe('sent_before');
    expect(computeRowState(tick(record).rows[0]!, CHECKED[0]!, null, 'sent_before')).toBe('good');
    const ticked = { ...rows[0]!, again: { isWanted: true, saidMs: 1 } };
    expect(computeRowState(ticked, CHECKED[0]!, parcel, 'sent_before')).toBe('draft');
  });

  it('stays ticked when another tab saves an older version, and unticked when it saves a newer one', async () => {
    await saveImport(desk, tick(record));
    const stored = await saveImport(desk, record);
    expect(stored.rows.map(({ again }) => again?.isWanted)).toEqual([true, true, true]);
    await saveImport(desk, tick(record, false, 2));
    expect((await saveImport(desk, stored)).rows[0]!.again!.isWanted).toBe(false);
  });
});

describe('reconcile', () => {
  it('finds the parcels of rows if the page was closed before the import recorded them', async () => {
    const linked = await make();
    expect(reconcile(record, desk.parcels).rows).toEqual(linked.rows);
    expect(reconcile(linked, desk.parcels)).toBe(linked);
  });
});

describe('saveImport', () => {
  it('keeps what another tab has sent', async () => {
    const linked = await make();
    const edited = { ...record, rows: record.rows.map((row) => ({ ...row, edits: { city: 'd' } })) };
    const stored = await saveImport(desk, edited);
    expect(stored.rows.map(({ parcelId, edits }) => [parcelId, edits])).toEqual(
      linked.rows.map(({ parcelId }) => [parcelId, { city: 'd' }]),
    );
  });
});
