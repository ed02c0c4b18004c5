import { describe, expect, it, vi } from 'vitest';
import {
  createParcel,
  explainFixedPoint,
  identifyParcel,
  nameLabel,
  ParcelRefusedError,
  splitName,
  type OpenParcel,
} from '../../../packages/shop-engine/index.ts';
import { OpenParcels } from '../../../packages/shop-engine/open-parcel.ts';
import { AppError } from '#platform/errors.ts';
import { failureOf } from '../failure-of.ts';
import { ParcelDesk, pointOf } from './world.ts';

describe('Parcel', () => {
  it('its id depends on order, point, pieces and earlier parcels, but not on the order of lines', async () => {
    const pieces = [
      { lineId: 1, quantity: 2 },
      { lineId: 2, quantity: 1 },
    ];
    const id = await identifyParcel('K1', 'PL_A', pieces);
    expect(await identifyParcel('K1', 'PL_A', pieces.toReversed())).toBe(id);
    const others = [
      identifyParcel('K2', 'PL_A', pieces),
      identifyParcel('K1', 'PL_B', pieces),
      identifyParcel('K1', 'PL_A', pieces.slice(1)),
      identifyParcel('K1', 'PL_A', pieces, [{ deduplicationId: id, isCancelled: false, state: null }]),
    ];
    expect(new Set([id, ...(await Promise.all(others))]).size).toBe(5);
    for (const [isCancelled, state, isSame] of [
      [true, null, true],
      [true, 'registered', true],
      [true, 'cancelled', false],
      [false, 'registered', false],
    ] as const)
      expect(
        (await identifyParcel('K1', 'PL_A', pieces, [{ deduplicationId: id, isCancelled, state }])) === id,
      ).toBe(isSame);
    expect(await failureOf(identifyParcel('K1', 'PL_A', []))).toMatchObject({
      code: 'rejected',
      message: 'It was not sent: a parcel needs pieces.',
    });
  });

  const RECIPIENT = { firstName: 'Oskar', lastName: 'Lis', email: 'o@mail.example', phone: '+48500000202' };

  const send = async (changes: object, desk = new ParcelDesk()) => {
    const order = {
      number: 'K1',
      point: await pointOf('PL_A'),
      recipient: RECIPIENT,
      kilograms: 2,
      pieces: [{ lineId: 1, quantity: 1 }],
    };
    return createParcel({ ...order, ...changes }, desk.carrier, desk.points);
  };

  it('the carrier gets its point with the country, its weight, and the order’s number for people', async () => {
    const desk = new ParcelDesk();
    const create = vi.spyOn(desk.carrier.platform.shipments, 'create');
    const { deduplicationId } = await send({}, desk);
    const body = {
      sender: desk.carrier.sender,
      recipient: RECIPIENT,
      origin: desk.carrier.warehouse,
      destination: { countryCode: 'PL', pointId: 'PL_A' },
      parcels: [{ type: 'STANDARD', weight: { amount: 2, unit: 'KG' } }],
      references: { custom: { order: 'K1' } },
    };
    expect(create).toHaveBeenCalledExactlyOnceWith('shop', body, { deduplicationId });
  });

  it('its label comes with it, in A6 unless the shop prefers another', async () => {
    const desk = new ParcelDesk();
    const label = { type: 'application/pdf', bytes: new Uint8Array([1]) };
    const fetchLabel = vi.spyOn(desk.carrier.platform.shipments, 'label');
    fetchLabel.mockResolvedValue({ data: label } as never);
    expect(await send({}, desk)).toMatchObject({ label, labelProblem: null });
    expect(fetchLabel).toHaveBeenCalledExactlyOnceWith('shop', '0', 'pdf-a6');
  });

  it('without its label it is created, and the reason is said', async () => {
    expect(await send({})).toEqual({
      trackingNumber: '0',
      deduplicationId: expect.any(String) as string,
      label: null,
      labelProblem: 'not yet',
    });
  });

  it('an engine that fetches labels itself gets none', async () => {
    const { carrier, points } = new ParcelDesk();
    const fetchLabel = vi.spyOn(carrier.platform.shipments, 'label');
    const order = {
      number: 'K1',
      point: await pointOf('PL_A'),
      kilograms: 1,
      pieces: [{ lineId: 1, quantity: 1 }],
    };
    expect(await createParcel({ ...order, recipient: RECIPIENT }, carrier, points, null)).toMatchObject({
      ...{ trackingNumber: '0', label: null, labelProblem: null },
    });
    expect(fetchLabel).not.toHaveBeenCalled();
  });

  it('nobody can guess the name of a label’s file, which has the ending of its type', () => {
    const labelOf = (type: string) => ({ type, bytes: new Uint8Array() });
    expect(nameLabel(labelOf('application/pdf'))).toMatch(/^[\da-f-]{36}\.pdf$/);
    const names = [1, 2].map(() => nameLabel(labelOf('text/zpl')));
    expect(names[0]).toMatch(/^[\da-f-]{36}\.txt$/);
    expect(names[0]).not.toBe(names[1]);
  });

  it('a refusal is a sentence for the staff, with the verdict if it is the point’s', async () => {
    expect(await failureOf(send({ point: null }))).toMatchObject({
      name: 'ParcelRefusedError',
      message: 'The order has no pick-up point. Choose one first.',
      verdict: null,
    });
    expect(await failureOf(send({ point: { id: 'PL_GONE' } }))).toMatchObject({
      message: 'No parcel can be sent to PL_GONE: Not this one: mistyped.',
      verdict: { problem: 'mistyped' },
    });
    const desk = new ParcelDesk();
    await send({}, desk);
    const refused = await failureOf(send({ kilograms: 3 }, desk));
    expect(refused).toBeInstanceOf(ParcelRefusedError);
    expect(refused).toMatchObject({ message: 'another body', verdict: null, cause: { code: 'rejected' } });
    // Each was checked once, before it was sent.
    expect(desk.droppoint.check).toHaveBeenCalledTimes(2);
  });

  it('one that doesn’t exist after a lost answer is refused with the verdict of its point', async () => {
    const desk = new ParcelDesk();
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    desk.droppoint.closed.add('PL_A');
    desk.isAnswerLost = false;
    const create = vi.spyOn(desk.carrier.platform.shipments, 'create');
    // The carrier is asked for a parcel that may exist, and Droppoint only if the carrier refuses it.
    create.mockRejectedValueOnce(new AppError('unavailable', 'later'));
    expect(await failureOf(send({}, desk))).toMatchObject({ message: 'later' });
    create.mockRejectedValueOnce(new AppError('rejected', 'no such point'));
    expect(await failureOf(send({}, desk))).toMatchObject({
      message: 'No parcel can be sent to PL_A: Not this one: gone.',
      verdict: { problem: 'gone' },
    });
    // Now the order may move.
    expect(await desk.carrier.open.of('K1').find()).toBeNull();
    expect(await send({ point: await pointOf('PL_B') }, desk)).toMatchObject({ trackingNumber: '1' });
  });

  it('after a lost answer the same body is repeated, even if the order has changed since', async () => {
    const desk = new ParcelDesk();
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    desk.isAnswerLost = false;
    expect(await send({ kilograms: 3 }, desk)).toMatchObject({ trackingNumber: '0' });
    expect(desk.count).toBe(1);
  });

  it('another one waits until it is known whether the carrier has the first', async () => {
    const desk = new ParcelDesk();
    const others = { pieces: [{ lineId: 2, quantity: 1 }] };
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    expect(await failureOf(send(others, desk))).toMatchObject({
      cause: { deduplicationId: expect.any(String) as string },
    });
    desk.isAnswerLost = false;
    expect(await failureOf(send(others, desk))).toMatchObject({
      message:
        'The carrier already has parcel 0 of this order, whose answer was lost. Send the same items to PL_A: they are in it.',
    });
    expect(desk.count).toBe(1);
  });

  it.each(['rejected', 'not_found'] as const)(
    'once the carrier’s answer about an open one is %s, another one is sent, but not after an outage',
    async (code) => {
      const desk = new ParcelDesk();
      const others = { pieces: [{ lineId: 2, quantity: 1 }] };
      desk.isAnswerLost = true;
      await failureOf(send({}, desk));
      desk.isAnswerLost = false;
      const create = vi.spyOn(desk.carrier.platform.shipments, 'create');
      create.mockRejectedValueOnce(new AppError('unavailable', 'later'));
      expect(await failureOf(send(others, desk))).toMatchObject({ message: 'later' });
      expect(await desk.carrier.open.of('K1').find()).toMatchObject({ pointId: 'PL_A' });
      create.mockRejectedValueOnce(new AppError(code, 'no such parcel'));
      expect(await send(others, desk)).toMatchObject({ trackingNumber: '1' });
    },
  );

  it('the point of an order can’t change while a parcel to it exists or may exist, and staff learns why', () => {
    expect(explainFixedPoint(false, null)).toBeNull();
    expect(explainFixedPoint(true, null)).toBe(
      'There is a parcel to the current point, which the carrier can’t cancel. Cancel its fulfilment first, and don’t hand it in.',
    );
    expect(explainFixedPoint(false, { pointId: 'PL_A' } as OpenParcel)).toBe(
      'The carrier’s answer about the parcel to PL_A was lost. Send the order again first: it will only be done once.',
    );
  });

  it('open ones don’t fill the memory', async () => {
    const open = new OpenParcels();
    const parcel = { deduplicationId: '1', pointId: 'PL_A' } as OpenParcel;
    for (let at = 0; at <= 1_000; at++) await open.of(String(at)).store(parcel);
    const found = await Promise.all(['0', '1', '1000'].map((number) => open.of(number).find()));
    expect(found).toEqual([null, parcel, parcel]);
  });

  it('a name is split, and what it lacks is the customer’s', () => {
    expect(splitName(' Oskar  van Lis ')).toEqual({ firstName: 'Oskar van', lastName: 'Lis' });
    expect(splitName('Lis')).toEqual({ firstName: 'Lis', lastName: 'Lis' });
    expect(splitName('Lis', { firstName: 'Oskar' })).toEqual({ firstName: 'Oskar', lastName: 'Lis' });
    expect(splitName(null, { firstName: 'Ada', lastName: 'van Dijk' })).toEqual({
      firstName: 'Ada',
      lastName: 'van Dijk',
    });
    expect(splitName(undefined)).toEqual({ firstName: '', lastName: '' });
  });
});
