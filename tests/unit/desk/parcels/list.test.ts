import { expect, it } from 'vitest';
import { countKinds, findRows, sortRows } from '../../../../src/lib/desk/parcels/list-parcels.ts';
import { parcelKind, type ParcelKind } from '../../../../src/lib/desk/parcels/parcel-kind.ts';
import { toParcelRow } from '../../../../src/lib/desk/parcels/parcel-row.ts';
import { ListView } from '../../../../src/lib/desk/parcels/list-view.svelte.ts';
import { writeTable } from '../../../../src/lib/desk/parcels/table-file.ts';
import { loadBrokerMessages } from '../../../../src/lib/broker/messages.ts';
import { loadPackingMessages } from '../../../../src/lib/desk/packing-messages.ts';
import { EMPTY_MARK } from '../../../../src/lib/desk/marks/mark.ts';
import { describeLife } from '../../../../src/lib/desk/parcels/describe-life.ts';
import { countTasks } from '../../../../src/lib/desk/parcels/row-task.ts';
import type { DeskParcel } from '../../../../src/lib/desk/parcel.ts';
import { makeDraft } from '../fake-desk.ts';

await loadBrokerMessages();
await loadPackingMessages();

const tracking = (state: 'ready' | 'delivered' | null, time = '2026-11-20T10:00:00Z') => ({
  state,
  events: [{ id: null, code: 'LMD.1005', time, place: null }],
  readMs: 1,
});

/** A parcel to a recipient, in a state. */
function parcelTo(name: string, change: Partial<DeskParcel> = {}): DeskParcel {
  const parcel = makeDraft(change);
  const [firstName = '', lastName = ''] = name.split(' ');
  const recipient = { ...parcel.shipment.recipient, firstName, lastName };
  return {
    ...parcel,
    shipment: { ...parcel.shipment, recipient, references: { custom: { order: `No ${name}` } } },
  };
}

it('Parcel list: a parcel has its sending state until it is sent, then the state of its events', () => {
  expect(parcelKind(makeDraft({ state: 'refused', tracking: tracking('ready') }))).toBe('refused');
  expect(parcelKind(makeDraft({ state: 'sent' }))).toBe('sent');
  expect(parcelKind(makeDraft({ state: 'sent', tracking: tracking(null) }))).toBe('sent');
  expect(parcelKind(makeDraft({ state: 'sent', tracking: tracking('ready') }))).toBe('ready');
});

it('Parcel list: a row shows the point’s name, else its id, else the town, and leaves missing fields empty', () => {
  const parcel = makeDraft();
  const to = (destination: object, pointName = '') =>
    toParcelRow({ ...parcel, pointName, shipment: { ...parcel.shipment, destination: destination as never } })
      .place;
  expect([
    to({ pointId: 'PL_A' }, 'Dworzec'),
    to({ pointId: 'PL_A' }),
    to({ city: 'Testowo' }),
    to({}),
  ]).toEqual(['Dworzec', 'PL_A', 'Testowo', '']);
  const odd = { recipient: {}, destination: { city: 7 }, parcels: [{}] } as never;
  expect(toParcelRow({ ...parcel, pointName: '', shipment: odd })).toMatchObject({
    recipient: '',
    place: '',
    reference: '',
  });
});

it('Parcel list: search finds words in any order, case and spelling, in names, places, references, numbers and states', () => {
  const rows = [
    parcelTo('Łucja Żółć', { state: 'sent', trackingNumber: '690042', pointName: 'Dworzec Główny' }),
    parcelTo('Oskar Lis', { state: 'unknown' }),
  ].map((parcel) => toParcelRow(parcel));
  const filter = (words: string, kind: ParcelKind | null = null) =>
    findRows(rows, { words, kind, task: null }, 0).map(({ recipient }) => recipient);
  const find = (words: string) => filter(words);
  for (const words of ['zolc lucja', 'GŁOWNY', '0042', 'no łucja', 'sent'])
    expect([words, find(words)]).toEqual([words, ['Łucja Żółć']]);
  expect(find('lis żółć')).toEqual([]);
  expect(find('  ')).toHaveLength(2);
  expect(filter('', 'unknown')).toEqual(['Oskar Lis']);
  expect(countKinds(rows)).toEqual([
    ['unknown', 1],
    ['sent', 1],
  ]);
});

it('Parcel list: rows are sorted by any column in both directions, and those without a value come last', () => {
  const rows = [
    parcelTo('Żeta', { trackingNumber: '2', createdMs: 1 }),
    parcelTo('Ähre', { trackingNumber: null, createdMs: 3, state: 'sent', tracking: tracking('delivered') }),
    parcelTo('Beta', { trackingNumber: '1', createdMs: 2, state: 'refused' }),
  ].map((parcel) => toParcelRow(parcel));
  const sort = (column: Parameters<typeof sortRows>[1]['column'], descending = false) =>
    sortRows(rows, { column, descending }).map(({ recipient }) => recipient);
  expect(sort('recipient')).toEqual(['Ähre', 'Beta', 'Żeta']);
  expect(sort('number')).toEqual(['Beta', 'Żeta', 'Ähre']);
  expect(sort('number', true)).toEqual(['Żeta', 'Beta', 'Ähre']);
  expect(sort('created', true)).toEqual(['Ähre', 'Beta', 'Żeta']);
  expect(sort('kind')).toEqual(['Beta', 'Żeta', 'Ähre']);
  expect(sort('last')).toEqual(['Ähre', 'Żeta', 'Beta']);
});

it('Parcel list: a selection can be toggled, extended over a range, and filled', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const select = (work: (view: ListView) => void) => {
    const view = new ListView();
    work(view);
    return [...view.selected].sort().join('');
  };
  const from = (first: string, then: (view: ListView) => void) =>
    select((view) => {
      view.toggle(first);
      then(view);
    });
  expect(from('c', (view) => view.extend('a', ids))).toBe('abc');
  expect(from('a', (view) => view.extend('c', ids))).toBe('abc');
  // A row that the list no longer shows can't start a range.
  expect(from('gone', (view) => view.extend('b', ids))).toBe('bgone');
  expect(from('c', (view) => view.toggle('c'))).toBe('');
  expect(from('hidden', (view) => view.toggleAll(ids))).toBe('abcdhidden');
  expect(from('hidden', (view) => [view.toggleAll(ids), view.toggleAll(ids)])).toBe('hidden');
  expect(from('a', (view) => view.clear())).toBe('');
});

it('Parcel list: the exported CSV contains no formulas and keeps all digits of tracking numbers', () => {
  const number = '690000000000000000001042';
  const rows = [
    toParcelRow(parcelTo('=cmd|x Lis', { state: 'sent', trackingNumber: number, requestId: '@q' })),
  ];
  const [header, line, ...rest] = writeTable(rows).split('\r\n');
  expect(header).toContain('Status,Recipient,E-mail');
  expect(line).toContain(`'${number}`);
  expect(line).toContain(`'=cmd|x Lis`);
  expect(line).toContain(`'@q`);
  expect(line).toContain(`'+48500000101`);
  expect(rest).toEqual(['']);
});

it('Parcel list: labels to print, printed, and printed again are told apart, and old parcels without marks are none', () => {
  const nowMs = Date.parse('2026-11-25T12:00:00Z');
  const sent = (change: Partial<DeskParcel> = {}) =>
    makeDraft({ state: 'sent', trackingNumber: '1', createdMs: nowMs, ...change });
  const printed = (...printedMs: number[]) => ({ ...EMPTY_MARK, printedMs });
  const rows = [
    toParcelRow(sent()),
    toParcelRow(sent(), printed(nowMs)),
    toParcelRow(sent(), { ...printed(1, nowMs), packedMs: nowMs }),
    toParcelRow(sent({ tracking: tracking('delivered') })),
    toParcelRow(sent({ tracking: tracking('ready') }), printed(1)),
    toParcelRow(makeDraft()),
    // No event for three days, with and without an earlier one.
    toParcelRow(sent({ createdMs: nowMs - 4 * 86_400_000 }), printed(1)),
    toParcelRow(sent({ tracking: tracking(null, '2026-11-21T10:00:00Z') }), printed(1)),
  ];
  expect(rows.map(({ life }) => life)).toEqual([
    ...['unprinted', 'printed', 'reprinted', null, 'printed', null],
    ...['printed', 'printed'],
  ]);
  expect(Object.fromEntries(countTasks(rows, nowMs))).toEqual({
    to_print: 1,
    to_pack: 4,
    printed: 4,
    reprinted: 1,
    stuck: 2,
    to_collect: 1,
  });
  expect(rows.slice(0, 4).map(describeLife)).toEqual([
    'Not printed',
    expect.stringMatching(/^11\/25, /),
    expect.stringMatching(/^2 × 11\/25, /),
    '',
  ]);
  expect(sortRows(rows, { column: 'label', descending: false })[0]).toBe(rows[0]);
  const filter = { words: '', kind: null, task: 'reprinted' } as const;
  expect(findRows(rows, filter, nowMs)).toEqual([rows[2]]);
});
