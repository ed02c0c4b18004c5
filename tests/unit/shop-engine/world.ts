import { vi } from 'vitest';
import {
  createParcel,
  EarlyEvents,
  explainFixedPoint,
  applyEvent,
  decideOrder,
  isAddressOf,
  preserveKnown,
  moveToPoint,
  Points,
  type Carrier,
  type Decision,
  type EarlierParcel,
  type KnownState,
  type Move,
  type OrderAddresses,
  type PickupPoint,
  type PlainAddress,
} from '../../../packages/shop-engine/index.ts';
import { OpenParcels } from '../../../packages/shop-engine/open-parcel.ts';
import { AppError } from '#platform/errors.ts';
import type { Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { Droppoint } from '../../../packages/shop/shop.ts';

export const HOME = {
  company: '',
  streetLine1: 'Rynek 1',
  streetLine2: '',
  postalCode: '31-042',
  city: 'Kraków',
  countryCode: 'PL',
};

const summaryOf = (id: string, city: string) => ({
  id,
  name: `Kiosk ${id}`,
  lines: [`Kiosk ${id}`, 'Sportowa 1', city],
  latitude: 52,
  longitude: 21,
  address: {
    company: `Kiosk ${id}`,
    streetLine1: 'Sportowa 1',
    streetLine2: id,
    postalCode: '00-001',
    city,
    countryCode: id.slice(0, 2),
  },
});

/** Droppoint with a few points that close, and that goes away. */
export class FakeDroppoint {
  readonly closed = new Set<string>();
  isAway = false;
  readonly check = vi.fn<Droppoint['check']>((id, { country } = {}) => {
    if (this.isAway) return Promise.resolve({ outcome: 'unchecked', mayAccept: true, reason: 'away' });
    return Promise.resolve(this.#answer(id, country) as Awaited<ReturnType<Droppoint['check']>>);
  });
  readonly checkMany = vi.fn<Droppoint['checkMany']>((ids) =>
    Promise.resolve(
      ids.map((id) => {
        if (this.isAway) return { outcome: 'unchecked', mayAccept: true, reason: 'away' } as const;
        const { point, ...rest } = this.#answer(id) as unknown as { point: { alternatives?: unknown } };
        return { ...rest, point: { ...point, alternatives: undefined } } as never;
      }),
    ),
  );

  #answer(id: string, country: string | readonly string[] = []): object {
    const isAbroad = country.length > 0 && !country.includes(id.slice(0, 2));
    const isKnown = /^(PL_[AB]|DE_C)$/.test(id);
    const code = isAbroad ? 'country' : this.closed.has(id) ? 'gone' : isKnown ? null : 'mistyped';
    const alternatives = [
      { distanceMetres: 70, summary: summaryOf('PL_N', 'Warszawa'), label: null, point: {} },
    ];
    return {
      outcome: 'checked',
      mayAccept: code === null,
      point: {
        id,
        isValid: code === null,
        status: code === null || code === 'country' ? 'exists' : code,
        errors: code === null ? [] : [{ code, message: code, text: `Not this one: ${code}.` }],
        ...(isKnown && code !== 'gone' && { summary: summaryOf(id, 'Warszawa') }),
        alternatives: code === null ? [] : alternatives,
        checkedAt: null,
      },
    };
  }
}

/** A point as an order stores it. */
export const pointOf = async (id: string): Promise<PickupPoint> =>
  (await new Points(new FakeDroppoint()).check(id, null, null, 'en')).point!;

/** An engine of a few lines, on the core, with one order. */
export class SmallShop {
  readonly droppoint = new FakeDroppoint();
  readonly points = new Points(this.droppoint);
  needsPoint = true;
  point: PickupPoint | null = null;
  addresses: OrderAddresses = { shipping: HOME, billing: null };

  async choose(id: string): Promise<void> {
    const needs = { countries: ['PL', 'CZ'], types: [] };
    const verdict = await this.points.check(id, needs, this.point?.id === id ? this.point : null, 'en');
    if (!verdict.mayAccept) return;
    const latest = preserveKnown(verdict, this.point?.id === id ? this.point : null)!;
    this.#apply(moveToPoint(this.addresses, latest, this.point));
    this.point = latest;
  }

  async complete(isPaid: boolean): Promise<Decision> {
    const decision = await decideOrder(
      {
        needs: this.needsPoint ? { countries: ['PL', 'CZ'], types: [] } : null,
        point: this.point,
        addresses: this.addresses,
        isPaid,
        language: 'en',
      },
      this.points,
    );
    this.point = decision.point;
    this.#apply(decision.move);
    return decision;
  }

  #apply(move: Move | null): void {
    const { shipping, billing } = this.addresses;
    if (move?.to === 'customer') this.addresses = { shipping: billing, billing };
    if (move?.to === 'point')
      this.addresses = { shipping: move.shipping, billing: move.storesOwn ? shipping : billing };
  }
}

interface Fulfilment extends EarlierParcel {
  trackingNumber: string;
}

/** The parcels of one order, at a carrier that creates each deduplication id once. */
export class ParcelDesk {
  readonly #numberById = new Map<string, string>();
  readonly #bodyById = new Map<string, string>();
  readonly fulfilments: Fulfilment[] = [];
  isAnswerLost = false;
  pointId = 'PL_A';
  readonly droppoint = new FakeDroppoint();
  readonly points = new Points(this.droppoint);

  get count(): number {
    return this.#numberById.size;
  }

  readonly carrier = {
    organizationId: 'shop',
    sender: {},
    warehouse: {},
    open: new OpenParcels(),
    platform: {
      shipments: {
        create: (_: string, shipment: Shipment, { deduplicationId }: { deduplicationId: string }) => {
          const body = JSON.stringify(shipment);
          const known = this.#bodyById.get(deduplicationId) ?? body;
          if (known !== body) return Promise.reject(new AppError('rejected', 'another body'));
          const trackingNumber = this.#numberById.get(deduplicationId) ?? `${this.count}`;
          this.#numberById.set(deduplicationId, trackingNumber);
          this.#bodyById.set(deduplicationId, body);
          const lost = new UnknownOutcomeError(new AppError('network', 'lost'), deduplicationId);
          return this.isAnswerLost ? Promise.reject(lost) : Promise.resolve({ data: { trackingNumber } });
        },
        label: () => Promise.reject(new AppError('unavailable', 'not yet')),
      },
    },
  } as unknown as Carrier;

  /** Moves the order to another point. @returns whether it may */
  async move(): Promise<boolean> {
    const hasParcel = this.fulfilments.some(({ isCancelled }) => !isCancelled);
    const mayMove = explainFixedPoint(hasParcel, await this.carrier.open.of('K1').find()) === null;
    if (mayMove) this.pointId = 'PL_B';
    return mayMove;
  }

  async send(pieces: Readonly<Record<string, number>>): Promise<string> {
    const { trackingNumber, deduplicationId } = await createParcel(
      {
        number: 'K1',
        point: { id: this.pointId } as PickupPoint,
        recipient: {
          firstName: 'Oskar',
          lastName: 'Lis',
          email: 'oskar@mail.example',
          phone: '+48500000202',
        },
        kilograms: 1,
        pieces: Object.entries(pieces).map(([lineId, quantity]) => ({ lineId, quantity })),
        earlier: this.fulfilments,
      },
      this.carrier,
      this.points,
    );
    this.fulfilments.push({ trackingNumber, deduplicationId, isCancelled: false, state: null });
    return trackingNumber;
  }
}

/** The state of one parcel, from pushed events. */
export class ParcelFollower {
  readonly #early = new EarlyEvents();
  #known: KnownState = { state: null, at: null };
  #isAdopted = false;
  fulfilment: 'pending' | 'shipped' | 'delivered' = 'pending';
  readonly reported: string[] = [];

  get state(): string | null {
    return this.#known.state;
  }

  push(eventCode: string, timestamp: string): void {
    this.#early.store({ trackingNumber: '1', eventId: `${eventCode}${timestamp}`, eventCode, timestamp });
    if (this.#isAdopted) this.adopt();
  }

  adopt(): void {
    this.#isAdopted = true;
    for (const event of this.#early.take('1')) {
      const change = applyEvent(this.#known, event);
      if (change === null) continue;
      this.#known = change;
      if (change.isNewState) this.reported.push(change.state);
      this.fulfilment = change.becomes ?? this.fulfilment;
    }
  }
}

export const isPointsAddress = (address: PlainAddress | null, point: PickupPoint | null): boolean =>
  point !== null && isAddressOf(address, point);
