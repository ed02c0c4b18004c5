import { describe, expect, it } from 'vitest';
import { listGaps } from '../../../../src/lib/desk/import/list-gaps.ts';
import { isCash } from '../../../../src/lib/desk/import/cash-cells.ts';
import type { CheckedRow } from '../../../../src/lib/desk/import/check-row.ts';
import { findStop } from '../../../../src/lib/desk/import/find-stop.ts';
import { findCash } from '../../../../src/lib/desk/import/find-cash.ts';
import { findHolds, type Duplicate } from '../../../../src/lib/desk/import/find-holds.ts';
import type { ImportRow } from '../../../../src/lib/desk/import/import-record.ts';
import { computeRowState, type RowState } from '../../../../src/lib/desk/import/make-drafts.ts';
import { takeBack } from '../../../../src/lib/desk/import/steps.ts';
import { readWeightColumn } from '../../../../src/lib/desk/import/weight-column.ts';
import { findDuplicateOrders } from '../../../../src/lib/desk/same-order.ts';
import { findFieldByPath } from '../../../../src/lib/desk/import/fields.ts';
import { deriveRowId } from '../../../../src/lib/desk/import/derive-row-id.ts';
import { findNextProblem, type RowView } from '../../../../src/lib/desk/import/row-view.ts';
import { chooseFields } from '../../../../src/lib/desk/import/choose-fields.ts';
import { draftParcel, type DeskParcel } from '../../../../src/lib/desk/parcel.ts';

describe('findHolds', () => {
  const toShipment = (reference: string, email = '', amount = 1) =>
    ({
      recipient: { firstName: 'Oskar', lastName: 'Lis', email },
      destination: { countryCode: 'PL', pointId: 'PL_A' },
      parcels: [{ weight: { amount } }],
      ...(reference !== '' && { references: { custom: { reference } } }),
    }) as never;
  const parcel = (state: DeskParcel['state'], ...written: Parameters<typeof toShipment>): DeskParcel => ({
    ...draftParcel({ organizationId: 'o', shipment: toShipment(...written) }),
    state,
  });
  const holdsOf = (rows: Parameters<typeof toShipment>[], parcels: DeskParcel[]) =>
    [
      ...findHolds(
        rows.map((written) => ({ shipment: toShipment(...written) })),
        parcels,
      ),
    ].map(([at, { hold, row }]) => [at, hold, row]);

  it.each<[string, Parameters<typeof toShipment>[], DeskParcel[], (number | string | null)[][]]>([
    ['an order that was sent', [['7'], ['8']], [parcel('sent', '8')], [[1, 'sent_before', null]]],
    ['an order that may have been sent', [['8']], [parcel('unknown', '8')], [[0, 'sent_before', null]]],
    ['an order that is being sent', [['8']], [parcel('sending', '8')], [[0, 'sent_before', null]]],
    ['an order that waits in Parcels', [['8']], [parcel('draft', '8')], [[0, 'waiting', null]]],
    [
      'an order that waits and was also sent',
      [['8']],
      [parcel('sent', '8'), parcel('draft', '8')],
      [[0, 'sent_before', null]],
    ],
    ['no refused order', [['8']], [parcel('refused', '8')], []],
    [
      'a number in another case or with signs',
      [[' #a-8']],
      [parcel('sent', 'A/8')],
      [[0, 'sent_before', null]],
    ],
    [
      'the second and third row of an order',
      [['7'], ['8'], ['7'], ['7']],
      [],
      [
        [2, 'repeated', 0],
        [0, null, 2],
        [3, 'repeated', 0],
      ],
    ],
    [
      'the same person, place and weight without a number',
      [['', 'a@b.example']],
      [parcel('sent', '', 'A@b.example')],
      [[0, 'sent_before', null]],
    ],
    ['no parcel of another weight', [['', 'a@b.example', 2]], [parcel('sent', '', 'a@b.example', 1)], []],
    [
      'no rows without a person',
      [
        ['', ''],
        ['', ''],
      ],
      [],
      [],
    ],
  ])('finds %s', (_, rows, parcels, holds) => {
    expect(holdsOf(rows, parcels)).toEqual(holds);
  });

  it('finds drafts whose order was sent or occurs twice in a selection', () => {
    const [sent, first, second, other]: [DeskParcel, DeskParcel, DeskParcel, DeskParcel] = [
      parcel('sent', '1'),
      parcel('draft', '2'),
      parcel('draft', '2'),
      parcel('draft', '1'),
    ];
    const before = findDuplicateOrders([first, second, other], [sent, first, second, other]);
    expect(before).toEqual([
      { id: second.id, earlier: first },
      { id: other.id, earlier: sent },
    ]);
  });
});

describe('Ticking a row', () => {
  const doubt = { field: 'weight', code: 'grams', detail: '850', isWarning: true, isDoubt: true } as const;
  const checked = (change: Partial<CheckedRow> = {}) =>
    ({ shipment: {}, problems: [], isPending: false, hold: null, ...change }) as unknown as CheckedRow;
  const row = (again: ImportRow['again'] = null) => ({
    parcelId: null,
    again,
    edits: {},
    cells: [],
    attempt: 0,
  });
  const tick = (isWanted: boolean, reasons?: string[]) =>
    row({ isWanted, saidMs: 1, ...(reasons && { reasons }) });

  it.each<[string, ImportRow, Partial<CheckedRow>, Duplicate | null, RowState]>([
    ['a doubt waits for the user', row(), { problems: [doubt] }, null, 'doubtful'],
    ['a tick settles it', tick(true, ['weight grams 850']), { problems: [doubt] }, null, 'good'],
    ['another doubt is asked anew', tick(true, ['weight grams 9']), { problems: [doubt] }, null, 'doubtful'],
    ['cash on delivery is left out', row(), { hold: 'cash' }, null, 'cash'],
    ['cash on delivery is sent if ticked', tick(true, ['cash']), { hold: 'cash' }, null, 'good'],
    ['a row without an order is left out', row(), { hold: 'no_order' }, null, 'no_order'],
    ['an unticked row is left out', tick(false), {}, null, 'left_out'],
    [
      'a tick for a doubt sends no order twice',
      tick(true, ['weight grams 850']),
      {},
      'sent_before',
      'sent_before',
    ],
    [
      'a tick for a waiting order sends no sent one',
      tick(true, ['waiting']),
      {},
      'sent_before',
      'sent_before',
    ],
    ['a tick of an earlier version is kept', tick(true), {}, 'sent_before', 'good'],
  ])('%s', (_, own, change, duplicate, state) => {
    expect(computeRowState(own, checked(change), null, duplicate)).toBe(state);
  });

  it('undo keeps the parcels that rows have become, and is later than any tick of another tab', () => {
    const [earlier, later] = [row(), { ...tick(false), parcelId: 'p', attempt: 1 }];
    const [restored] = takeBack([later], [earlier]);
    expect(restored).toMatchObject({ parcelId: 'p', attempt: 1, again: { isWanted: true, reasons: [] } });
    expect(restored!.again!.saidMs).toBeGreaterThan(1);
  });
});

describe('Column of weights', () => {
  it.each<[string[], boolean, string]>([
    [['850', '1200', '640'], true, ''],
    [['850', '1.250'], true, ''],
    [['1', '2', '850'], false, ''],
    [['0,85', '1.250'], false, '.'],
    [['1.250,5', '850'], true, '.'],
    [['1.2', '0.850', '1.250'], false, ','],
    [['850 g', '1 kg'], false, ''],
    [[], false, ''],
  ])('%j may be grams: %j, thousands after %j', (cells, mayBeGrams, groupSign) => {
    expect(readWeightColumn(cells)).toEqual({ mayBeGrams, groupSign });
  });
});

describe('Cash on delivery', () => {
  it.each([
    ['Kwota pobrania', '129,99 zł', true],
    ['Kwota pobrania', '0,00', false],
    ['payment_method', 'cod', true],
    ['payment_method', 'przelewy24', false],
    ['payment_method_cod', '1', true],
    ['payment_method_cod', '0', false],
    ['Forma płatności', 'Za pobraniem', true],
    ['Zahlungsart', 'Nachnahme', true],
    ['Payment Method Title', 'Cash on delivery', true],
    ['payment_name', 'Płatność przy odbiorze', true],
    ['Zahlungsart', 'Barzahlung bei Lieferung', true],
    ['Betaalmethode', 'Betalen bij aflevering', true],
    ['Método de pagamento', 'Pagamento na entrega', true],
    ['Platba', 'Hotově při převzetí', true],
    ['Спосіб оплати', 'Оплата при доставці', true],
    ['Shipping Company', 'COD Fish Ltd', false],
    ['Notatki', 'proszę dzwonić przy dostawie', false],
    ['Způsob platby', 'Dobírkou', true],
    ['Modo de pago', 'Contra reembolso', true],
    ['Shipping Method', 'Kurier DPD pobranie', true],
    ['Notes', 'Оплата при отриманні', true],
    ['Lineitem name', 'COD fishing game', false],
    ['Product', 'Cash on delivery T-shirt', false],
  ])('is found in %s: %s → %s', (name, cell, isFound) => {
    const cash = findCash(['Order', name], ['reference', null], ['1', cell]);
    expect(isCash(cash)).toBe(isFound);
  });

  it('is found beside a point', () => {
    const cells = ['1', 'Paczkomat PL_BIA06M, pobranie'];
    expect(isCash(findCash(['Order', 'Delivery'], ['reference', 'pointId'], cells))).toBe(true);
  });
});

describe('An order that isn’t sent', () => {
  it.each([
    ['Status', 'Cancelled', true],
    ['Status zamówienia', 'Anulowane', true],
    ['Bestellstatus', 'Storniert', true],
    ['Statut', 'Remboursé', true],
    ['Stav', 'Stornována', true],
    ['Статус', 'Скасовано', true],
    ['Financial Status', 'partially_refunded', false],
    ['Fulfillment Status', 'fulfilled', true],
    ['Fulfillment Status', 'unfulfilled', false],
    ['Status', 'processing', false],
    ['Cancelled at', '2026-11-27 09:10', true],
    ['Cancelled', 'false', false],
    ['Versandart', 'Selbstabholung im Laden', true],
    ['Sposób dostawy', 'Odbiór osobisty – Kraków', true],
    ['Sposób dostawy', 'Odbiór w punkcie', false],
    ['Mode de livraison', 'Retrait en magasin', true],
    ['Product', 'Click and collect card', false],
  ])('is found in %s: %s → %s', (name, cell, isFound) => {
    expect(findStop(['Order', name], ['reference', null], ['1', cell]) !== '').toBe(isFound);
  });
});

describe('deriveRowId', () => {
  it('returns the same UUID for the same row and attempt, and another for any other', async () => {
    const ids = await Promise.all([
      deriveRowId('a', 1, 0),
      deriveRowId('a', 1, 0),
      deriveRowId('a', 2, 0),
      deriveRowId('a', 1, 1),
      deriveRowId('b', 1, 0),
    ]);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('listGaps', () => {
  it('gaps before and after the rendered rows keep the height of the table', () => {
    expect(listGaps([1, 3, 4], [0, 40, 100, 140, 200, 240, 300])).toEqual([40, 40, 0, 60]);
  });

  it('there are no gaps if all rows are rendered', () => {
    expect(listGaps([0, 1], [0, 40, 100])).toEqual([0, 0, 0]);
  });
});

describe('findNextProblem', () => {
  const view = (at: number, ...fields: string[]): RowView => ({
    at,
    state: fields.length === 0 ? 'good' : 'problem',
    problems: fields.map((field) => ({
      field: field as never,
      code: 'required',
      detail: '',
      isWarning: false,
    })),
    tick: null,
    isDraft: false,
  });
  const rows = [view(0), view(1, 'phone', 'email'), view(2), view(3, 'phone')];
  const fields = ['reference', 'email', 'phone'] as const;

  it('moves from cell to cell in reading order and wraps around', () => {
    const first = findNextProblem(rows, fields, null, 1);
    const second = findNextProblem(rows, fields, first, 1);
    const third = findNextProblem(rows, fields, second, 1);
    expect([first, second, third]).toEqual([
      { at: 1, field: 'email' },
      { at: 1, field: 'phone' },
      { at: 3, field: 'phone' },
    ]);
    expect(findNextProblem(rows, fields, third, 1)).toEqual(first);
    expect(findNextProblem(rows, fields, first, -1)).toEqual(third);
  });

  it('moves to the first cell of a row that was refused for another reason', () => {
    expect(findNextProblem([{ ...view(4), state: 'refused' }], fields, null, 1)).toEqual({
      at: 4,
      field: 'reference',
    });
  });

  it('moves to the cell that says why a row is skipped', () => {
    const problem = { field: 'email', code: 'already_sent', detail: '', isWarning: true } as const;
    const rows = [{ ...view(5), state: 'sent_before' as const, problems: [problem] }];
    expect(findNextProblem(rows, fields, null, 1)).toEqual({ at: 5, field: 'email' });
  });

  it('returns null if no row needs attention', () => {
    expect(findNextProblem([view(0)], fields, null, 1)).toBeNull();
  });
});

describe('chooseFields', () => {
  it('shows the table’s columns, those that every parcel needs, and those with problems', () => {
    expect(chooseFields(['weight', null, 'fullName'], [{ field: 'pointId' }])).toEqual([
      'fullName',
      'email',
      'phone',
      'pointId',
      'weight',
    ]);
    expect(chooseFields([], [])).toEqual(['firstName', 'lastName', 'email', 'phone']);
  });
});

describe('findFieldByPath', () => {
  it.each([
    ['recipient.firstName', { fullName: 'Oskar Lis' }, 'fullName'],
    ['recipient.firstName', { firstName: 'Oskar' }, 'firstName'],
    ['parcels.0.dimensions.length', { length: '3' }, 'length'],
    ['parcels.0.dimensions.length', {}, 'size'],
    ['parcels.0.weight', {}, 'weight'],
    ['references.custom.reference', {}, 'reference'],
    ['sender.email', {}, null],
    ['brand', {}, null],
  ])('%s of %j', (path, texts, field) => {
    expect(findFieldByPath(path, texts)).toBe(field);
  });
});
