import * as z from 'zod/mini';
import {
  addressSchema,
  amountOrTextSchema,
  countryCode,
  dimensionsSchema,
  isoTime,
  partySchema,
  referencesSchema,
  text,
} from './address.ts';
import type { Caller, CallOptions, CallSignal } from './call.ts';
import type { LabelFormat } from './labels.ts';
import { operation } from './operation.ts';

/** Body of a return: 2 sources. Only the sender is required; one source leaves out their names. */
export const returnSchema = z.looseObject({
  sender: z.extend(partySchema, { firstName: z.optional(text()), lastName: z.optional(text()) }),
  /** Default: from the account's settings. */
  recipient: z.optional(partySchema),
  destination: z.optional(addressSchema),
  origin: z.optional(z.looseObject({ countryCode, subdivisionCode: z.optional(text(20)) })),
  /**
   * Lets the customer hand the parcel in with a code instead of a printed label. The platform's default:
   * true.
   */
  enableDropOffCode: z.optional(z.boolean()),
  /** Exactly one: 2 sources. */
  parcels: z.optional(
    z
      .array(
        z.looseObject({
          dimensions: z.optional(dimensionsSchema),
          weight: z.optional(amountOrTextSchema),
          references: z.optional(referencesSchema),
        }),
      )
      .check(z.minLength(1), z.maxLength(1)),
  ),
  references: z.optional(referencesSchema),
  /** Must be at least a day ahead in one source, a week in another. */
  expirationDate: z.optional(isoTime),
});

export type Return = z.infer<typeof returnSchema>;

const createdReturnSchema = z.looseObject({
  id: z.string(),
  expirationDate: z.catch(z.optional(z.string()), undefined),
  parcels: z.catch(
    z.array(
      z.looseObject({
        trackingNumber: z.catch(z.optional(z.string()), undefined),
        /** Digits; a text, because the first may be 0. */
        dropOffCode: z.catch(z.optional(z.string()), undefined),
      }),
    ),
    [],
  ),
});

const PATH = 'organizations/{organizationId}/shipments';
const READING = { product: 'returns', scope: 'api:returns:read' } as const;

/** 3 sources for the path, 2 for the fields. The API can't cancel a return. */
export const createReturn = operation({
  product: 'returns',
  sources: 3,
  method: 'POST',
  path: PATH,
  scope: 'api:returns:write',
  body: returnSchema,
  data: createdReturnSchema,
  repeat: 'never',
});

export const getReturn = operation({
  ...READING,
  sources: 3,
  path: `${PATH}/{returnId}`,
  data: createdReturnSchema,
});

/** 3 sources; one of them uses the return's id instead of the tracking number. */
export const getReturnLabel = operation({
  ...READING,
  sources: 3,
  path: `${PATH}/{trackingNumber}/label`,
  data: 'label',
});

/** The client's methods for returns. */
export function returnMethods({ call, fetchLabel }: Caller) {
  return {
    /**
     * Creates a return. The customer hands it in with `data.parcels[0].dropOffCode`, or with a label. It
     * isn't retried after an unclear failure, because no source shows an id that makes that safe.
     * @param options a `deduplicationId` is sent as that of a shipment, for platforms that heed it
     * @throws UnknownOutcomeError if there was no answer: it may have been created; AppError as
     *   `shipments.create`
     */
    create: (organizationId: string, parcel: Return, options: CallOptions = {}) =>
      call(createReturn, { values: { organizationId }, body: parcel, ...options }),

    /** A return by its id, with the number and the drop-off code of its parcel. */
    get: (organizationId: string, returnId: string, { signal }: CallSignal = {}) =>
      call(getReturn, { values: { organizationId, returnId }, signal }),

    /**
     * The label of a return's parcel, for customers with a printer.
     * @param format default: `pdf-a4`; no other is certain to work
     */
    label: (
      organizationId: string,
      trackingNumber: string,
      format: LabelFormat = 'pdf-a4',
      { signal }: CallSignal = {},
    ) => fetchLabel(getReturnLabel, format, { values: { organizationId, trackingNumber }, signal }),
  };
}
