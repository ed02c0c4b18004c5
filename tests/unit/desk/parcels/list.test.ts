import { expect, it } from 'vitest';
import { countKinds, findParcelRows, sortRows } from '../../../../src/lib/desk/parcels/list-parcels.ts';
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
import { loadParcelMessages } from '../../../../src/lib/parcel/messages.ts';
import { adviseSender, describeEvent } from '../../../../src/lib/desk/parcels/describe-event.ts';
import { readFilters, removeFilter, saveFilter } from '../../../../src/lib/desk/parcels/saved-filters.ts';
import { makeDraft, openDesk, startBrowser } from '../fake-desk.ts';

await loadBrokerMessages();
await loadPackingMessages();
await loadParcelMessages();

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
    findParcelRows(rows, { words, kind, task: null }, 0).map(({ recipient }) => recipient);
  const find = (words: string) => filter(words);
  for (const words of ['zolc lucja', 'GŁOWNY', '0042', 'no łucja', 'sent'])
    expect([words, find(words)]).toEqual([words, ['Łucja Żółć']]);
  // The point, and what callers say: phone, e-mail.
  for (const words of ['pl_tst01x lucja', '500 000 101 zolc', 'ida@fern.example glowny'])
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
  expect(findParcelRows(rows, filter, nowMs)).toEqual([rows[2]]);
});

it('Parcel list: a note and the contents are found, and belong to their own parcel', () => {
  const note = { ...EMPTY_MARK, note: 'Zerbrechlich, oben öffnen', contents: '2 × Kubek' };
  const rows = [toParcelRow(parcelTo('Łucja Żółć'), note), toParcelRow(parcelTo('Oskar Lis'))];
  for (const words of ['offnen', 'KUBEK'])
    expect(findParcelRows(rows, { words, kind: null, task: null }, 0)).toEqual([rows[0]]);
});

it.each([
  ['EOL.9001', 'It can’t be found', /^The carrier can’t find this parcel\. Ask/],
  ['EOL.9002', 'Damaged', /^The parcel is damaged\. Ask/],
  ['LMD.9030', 'Damaged', /^The parcel is damaged\. Ask/],
  ['LMD.9007', 'The address or contact details are wrong', /^The address or the contact details/],
  ['FMD.9009', 'Problem', /^Ask the carrier’s support what stops/],
])('Parcel list: a problem with the event %s is shown as “%s”, with what to do', (code, words, advice) => {
  const events = [{ id: null, code, time: '2026-11-20T10:00:00Z', place: null }];
  const row = toParcelRow(
    parcelTo('A B', { state: 'sent', tracking: { state: 'problem', events, readMs: 1 } }),
  );
  expect(row.problem || 'Problem').toBe(words);
  expect(describeEvent(code)).toBe(words);
  expect(adviseSender(row.parcel, row.kind)).toMatch(advice);
  expect(findParcelRows([row], { words, kind: null, task: null }, 0)).toEqual([row]);
});

it('Parcel list: events on the way have words of their own, and no advice', () => {
  const codes = ['FMD.1002', 'MMD.1001', 'LMD.1001', 'MMD.1999', 'INF.9999', 'XYZ.1'];
  expect(codes.map(describeEvent)).toEqual([
    'Handed over to the carrier',
    'At a sorting centre',
    'Out for delivery',
    'On its way',
    'Note',
    'XYZ.1',
  ]);
  expect(adviseSender(makeDraft(), 'on_its_way')).toBe('');
});

it('Saved filters: they are stored by name in the desk, replaced by the same name, and removed', async () => {
  startBrowser();
  const desk = await openDesk();
  const filter = { words: 'oskar', kind: null, task: 'to_print' } as const;
  await saveFilter(desk, ' Mine ', filter);
  await saveFilter(desk, '  ', filter);
  await saveFilter(desk, 'Mine', { ...filter, words: '' });
  await saveFilter(desk, 'Other', { ...filter, kind: 'ready' });
  const mine = { name: 'Mine', ...filter, words: '' };
  expect(await readFilters(desk)).toEqual([mine, { name: 'Other', ...filter, kind: 'ready' }]);
  expect(await removeFilter(desk, 'Other')).toEqual([mine]);
  // Of another version: what can't be read is left out, or counts as no filter.
  await desk.saveSetting('list-filters', [7, { name: '' }, { name: 'New', kind: 'lost', task: 'to_weigh' }]);
  expect(await readFilters(desk)).toEqual([{ name: 'New', words: '', kind: null, task: null }]);
});
