import * as z from 'zod/mini';
import {
  addressSchema,
  amountSchema,
  countryCode,
  dimensionsSchema,
  openText,
  partySchema,
  referencesSchema,
  text,
} from './address.ts';
import type { Caller, CallOptions, CallSignal } from './call.ts';
import type { LabelFormat } from './labels.ts';
import { operation } from './operation.ts';

/**
 * Where the sender hands a parcel in if no courier fetches it: `ANY_POINT`, `APM`, `PUDO`, `HUB` (1 source,
 * which tried `HUB`).
 */
const handInSchema = z.looseObject({
  countryCode,
  shippingMethod: openText<'ANY_POINT' | 'APM' | 'PUDO' | 'HUB'>(40),
  subdivisionCode: z.optional(text(20)),
});

/** A point of the list, by its id: 5 sources, one tried it. */
const toPointSchema = z.looseObject({ countryCode, pointId: text() });

const parcelSchema = z.looseObject({
  /** `STANDARD` in 5 sources, `RVM` in one. */
  type: openText<'STANDARD' | 'RVM'>(40),
  /** One client leaves them out. */
  dimensions: z.optional(dimensionsSchema),
  weight: amountSchema,
  references: z.optional(referencesSchema),
});

/**
 * Body of a shipment (docs/platform-api.md, chapter 10): from 5 other sources, not in the platform's
 * document.
 */
export const shipmentSchema = z.looseObject({
  sender: partySchema,
  recipient: partySchema,
  origin: z.union([addressSchema, handInSchema]),
  destination: z.union([toPointSchema, addressSchema]),
  parcels: z.array(parcelSchema).check(z.minLength(1), z.maxLength(99)),
  references: z.optional(referencesSchema),
  /** Lets the sender hand it in without a printed label: 3 sources. */
  enableDropOffCode: z.optional(z.boolean()),
  /** Services at extra cost (1 source): `additionalCover` has a value as text, and its currency. */
  valueAddedServices: z.optional(
    z.array(
      z.looseObject({
        id: openText<'additionalCover' | 'priority' | 'cross_dock'>(),
        value: z.optional(z.union([z.string(), z.number()])),
        currency: z.optional(openText<'PLN' | 'EUR'>()),
      }),
    ),
  ),
  /** 1 source, which tried it for points; another has it among the services: leave both out unless you must. */
  priority: z.optional(openText<'STANDARD' | 'EXPRESS'>()),
});

export type Shipment = z.infer<typeof shipmentSchema>;

/** Only the tracking number is certain: 7 sources. null: the answer was empty. */
const createdShipmentSchema = z.nullable(
  z.looseObject({ trackingNumber: z.catch(z.optional(z.string()), undefined) }),
);

/** As `createdShipmentSchema`, with a required number. */
const numberedShipmentSchema = z.looseObject({ trackingNumber: z.string().check(z.minLength(1)) });

/** A shipment whose number is known from the request. */
const readShipmentSchema = z.looseObject({
  trackingNumber: z.catch(z.optional(z.string()), undefined),
});

const SHIPMENTS = { product: 'shipping', scope: 'api:shipments:read' } as const;
const PATH = 'organizations/{organizationId}/shipments';

/** Creates a shipment; its labels are ready immediately. The API can't change or cancel one. */
export const createShipment = operation({
  product: 'shipping',
  sources: null,
  method: 'POST',
  path: PATH,
  scope: 'api:shipments:write',
  body: shipmentSchema,
  data: createdShipmentSchema,
  repeat: 'deduplicated',
});

/** 6 sources for the path; its answer is assumed to be that of the creation. */
export const getShipment = operation({
  ...SHIPMENTS,
  sources: 6,
  path: `${PATH}/{trackingNumber}`,
  data: createdShipmentSchema,
});

/** 7 sources; two of them add the scope `api:labels:read`. */
export const getShipmentLabel = operation({
  ...SHIPMENTS,
  sources: 7,
  path: `${PATH}/{trackingNumber}/label`,
  data: 'label',
});

/** The client's methods for shipments. */
export function shipmentMethods({ call, fetchLabel }: Caller) {
  return {
    /**
     * Sends a parcel to a point or an address. Calls with the same `deduplicationId` create it only once.
     * Its labels are ready immediately.
     * @param options with a `deduplicationId` that you stored beforehand, you can repeat the call after
     *   an `UnknownOutcomeError`
     * @throws UnknownOutcomeError if there was no answer; AppError `rejected` with `fields` for invalid
     *   fields
     */
    create: (organizationId: string, shipment: Shipment, options: CallOptions = {}) =>
      call(
        { ...createShipment, data: numberedShipmentSchema },
        { values: { organizationId }, body: shipment, ...options },
      ),

    /** A parcel that was sent. Only its number is certain to be in the answer. */
    async get(organizationId: string, trackingNumber: string, { signal }: CallSignal = {}) {
      const answer = await call(
        { ...getShipment, data: readShipmentSchema },
        { values: { organizationId, trackingNumber }, signal },
      );
      return {
        ...answer,
        data: { ...answer.data, trackingNumber: answer.data.trackingNumber ?? trackingNumber },
      };
    },

    /** A parcel's label: `data.bytes`, and their media type. @param format default: `pdf-a6` */
    label: (
      organizationId: string,
      trackingNumber: string,
      format: LabelFormat = 'pdf-a6',
      { signal }: CallSignal = {},
    ) => fetchLabel(getShipmentLabel, format, { values: { organizationId, trackingNumber }, signal }),
  };
}
