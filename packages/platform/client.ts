import { createBoundFetch } from './bound-answer.ts';
import { addressOf, call, getLabel, type CallInput, type Calls } from './call.ts';
import { checkAddress } from './check-address.ts';
import { explainFailure } from './explain-failure.ts';
import { LABEL_FORMAT_NAMES, type LabelFormat } from './labels.ts';
import { listPoints } from './list-points.ts';
import { AppError } from './errors.ts';
import * as location from './location.ts';
import * as pickups from './pickups.ts';
import { isPoint, placeablePointSchema, type Point } from './point.ts';
import { ASSUMED_PAGING, readPointsPage, type PagingParameters } from './read-points-page.ts';
import type { Operation } from './operation.ts';
import { createRequester, type Bearer } from './request.ts';
import { createReturn, getReturn, getReturnLabel, type Return } from './returns.ts';
import {
  createShipment,
  getShipment,
  getShipmentLabel,
  numberedShipmentSchema,
  readShipmentSchema,
  type Shipment,
} from './shipping.ts';
import { MAX_TRACKED, trackParcels, type TrackedParcel } from './tracking.ts';

export interface PlatformOptions extends Omit<Calls, 'send'> {
  /** Source of tokens: a user's, or the application's own (client-credentials.ts). */
  auth: Bearer;
  /** Default: the runtime's. */
  fetch?: typeof fetch;
  /** Time limit of one attempt, milliseconds. Default: 15 s. */
  timeoutMs?: number;
  /** Attempts after the first, where they do no harm. Default: 3. */
  retries?: number;
  paging?: PagingParameters;
  now?: () => number;
}

/** Of one call. */
export type CallSignal = Pick<CallInput<never>, 'signal'>;

/** Of one call that creates a shipment. */
export type CallOptions = Pick<CallInput<never>, 'signal' | 'deduplicationId'>;

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const POINTS_PER_PAGE = 500;

export type Platform = ReturnType<typeof createPlatform>;

/**
 * Creates the platform's client. Each method returns the answer's data with its request id, and throws what `call` throws, in words for staff.
 * @throws AppError `settings_invalid` for an option that is missing or can't be, by its name
 */
export function createPlatform(options: PlatformOptions) {
  checkOptions(options);
  const { auth: bearer, paging = ASSUMED_PAGING, fetch: given, timeoutMs, retries, now, ...where } = options;
  const fetch = createBoundFetch(given, { maxBytes: MAX_ANSWER_BYTES });
  const send = createRequester({ fetch, bearer, timeoutMs, retries, now });
  const { baseUrl } = where;
  const calls: Calls = {
    ...where,
    send,
    baseUrl:
      typeof baseUrl === 'function'
        ? (product) => checkAddress(`baseUrl("${product}")`, baseUrl(product))
        : checkAddress('baseUrl', baseUrl),
  };

  async function ask<Body, Data>(operation: Operation<Body, Data>, input: CallInput<Body>) {
    try {
      return await call(calls, operation, input);
    } catch (error) {
      throw explainFailure(error, operation, input.values);
    }
  }

  async function readLabel(operation: Operation<null>, format: LabelFormat, input: CallInput<null>) {
    checkLabelFormat(format);
    try {
      return await getLabel(calls, operation, format, input);
    } catch (error) {
      throw explainFailure(error, operation, input.values);
    }
  }

  /** One unknown number may make the answer for all of them 404 (1 source against 2): the others are then asked for by themselves. */
  async function track(asked: readonly string[], signal: AbortSignal | undefined): Promise<TrackedParcel[]> {
    const query = asked.map((number) => ['trackingNumbers', number] as const);
    try {
      return (await ask(trackParcels, { query, signal })).data.parcels;
    } catch (error) {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      if (asked.length === 1) return [];
      return (await Promise.all(asked.map((number) => track([number], signal)))).flat();
    }
  }

  return {
    /** Pick-up points: lockers and shops. */
    points: {
      /** All points, each once: items that can't be placed are left out. The list is walked again if it moves meanwhile. */
      async *list({ signal }: CallSignal = {}): AsyncGenerator<Point> {
        const url = addressOf(calls, location.listPoints);
        const walk = listPoints({
          readPage: async (page, aborted) =>
            (await readPointsPage(send, url, page, POINTS_PER_PAGE, paging, aborted)).data,
          ...(signal && { signal }),
        });
        for await (const { points } of walk) yield* points;
      },

      /** One point, with its position. @throws AppError `not_found` for an id that the carrier doesn't have */
      get: (pointId: string, { signal }: CallSignal = {}) =>
        ask({ ...location.getPoint, data: placeablePointSchema }, { values: { pointId }, signal }),

      /** Points around a position, nearest first, each with its `distance` in metres. 25 within 10 km unless said otherwise. */
      async near(
        { latitude, longitude }: { latitude: number; longitude: number },
        { maxDistanceMetres = 10_000, limit = 25, signal }: NearOptions = {},
      ) {
        const answer = await ask(location.nearPoints, {
          query: [
            ['relativePoint', `${latitude},${longitude}`],
            ['maxDistance', String(maxDistanceMetres)],
            ['limit', String(limit)],
          ],
          signal,
        });
        const items = answer.data.items.filter(isPoint) as NearPoint[];
        return { ...answer, data: { ...answer.data, items } };
      },
    },

    /** Parcels that you send. None can be changed or cancelled by a call. */
    shipments: {
      /**
       * Sends a parcel to a point or an address. It is created once, however often it is sent with one `deduplicationId`, and its labels are
       * ready at once.
       * @param options with a `deduplicationId` that was stored before, it may be called again after an `UnknownOutcomeError`
       * @throws UnknownOutcomeError if no answer came; AppError `rejected` with `fields` for a field that is wrong
       */
      create: (organizationId: string, shipment: Shipment, options: CallOptions = {}) =>
        ask(
          { ...createShipment, data: numberedShipmentSchema },
          { values: { organizationId }, body: shipment, ...options },
        ),

      /** A parcel that was sent. What the answer holds beside its number isn't known. */
      async get(organizationId: string, trackingNumber: string, { signal }: CallSignal = {}) {
        const answer = await ask(
          { ...getShipment, data: readShipmentSchema },
          { values: { organizationId, trackingNumber }, signal },
        );
        return {
          ...answer,
          data: { ...answer.data, trackingNumber: answer.data.trackingNumber ?? trackingNumber },
        };
      },

      /** A parcel's label: `data.bytes`, and their media type. @param format `pdf-a6` unless set */
      label: (
        organizationId: string,
        trackingNumber: string,
        format: LabelFormat = 'pdf-a6',
        { signal }: CallSignal = {},
      ) => readLabel(getShipmentLabel, format, { values: { organizationId, trackingNumber }, signal }),
    },

    /** What happens to parcels. */
    tracking: {
      /** Parcels that the platform knows, in the order of the numbers; ten are asked for at a time. */
      async *get(
        trackingNumbers: readonly string[],
        { signal }: CallSignal = {},
      ): AsyncGenerator<TrackedParcel> {
        for (let at = 0; at < trackingNumbers.length; at += MAX_TRACKED) {
          const asked = trackingNumbers.slice(at, at + MAX_TRACKED);
          const told = new Map((await track(asked, signal)).map((parcel) => [parcel.trackingNumber, parcel]));
          for (const number of asked) if (told.has(number)) yield told.get(number)!;
        }
      },
    },

    /** Parcels that come back to you. No call cancels one. */
    returns: {
      /**
       * Creates a return, whose customer hands it in with `data.parcels[0].dropOffCode`, or with a label. It isn't repeated, as no id makes
       * that safe.
       * @throws UnknownOutcomeError if no answer came: it may have been created; AppError as `shipments.create`
       */
      create: (organizationId: string, parcel: Return, { signal }: CallSignal = {}) =>
        ask(createReturn, { values: { organizationId }, body: parcel, signal }),

      /** A return by its id, with the number and the drop-off code of its parcel. */
      get: (organizationId: string, returnId: string, { signal }: CallSignal = {}) =>
        ask(getReturn, { values: { organizationId, returnId }, signal }),

      /** The label of a return's parcel, for customers with a printer. @param format `pdf-a4` unless set; others aren't certain */
      label: (
        organizationId: string,
        trackingNumber: string,
        format: LabelFormat = 'pdf-a4',
        { signal }: CallSignal = {},
      ) => readLabel(getReturnLabel, format, { values: { organizationId, trackingNumber }, signal }),
    },

    /** Couriers who fetch parcels once. */
    pickups: {
      /**
       * Orders a courier: for two hours or more within one day, at most a week ahead. It isn't repeated, as no id makes that safe.
       * @throws UnknownOutcomeError if no answer came: look into `list`; AppError as `shipments.create`
       */
      create: (organizationId: string, pickup: pickups.Pickup, { signal }: CallSignal = {}) =>
        ask(pickups.createPickup, { values: { organizationId }, body: pickup, signal }),

      /** Ordered pickups. @param page from 0 */
      list: (organizationId: string, page = 0, { signal }: CallSignal = {}) =>
        ask(pickups.listPickups, {
          values: { organizationId },
          query: [['page', String(page)]],
          signal,
        }),

      /** An ordered pickup by its id, with its `status`. */
      get: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
        ask(pickups.getPickup, { values: { organizationId, orderId }, signal }),

      /** Cancels a pickup. It does no harm twice. */
      cancel: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
        ask(pickups.cancelPickup, { values: { organizationId, orderId }, signal }),

      /** Until when a pickup can be ordered for the same day: `data.cutoffTime`, such as `13:00:00`, or nothing. */
      cutoff: (postalCode: string, countryCode: string, { signal }: CallSignal = {}) =>
        ask(pickups.getCutoffTime, { query: Object.entries({ postalCode, countryCode }), signal }),
    },
  };
}

export interface NearOptions extends CallSignal {
  /** 10 km unless set. */
  maxDistanceMetres?: number;
  /** 25 unless set. */
  limit?: number;
}

/** A point with its distance from the position that was asked about, in metres. */
export type NearPoint = Point & { distance?: number };

const MAX_MS = 2 ** 31 - 1;

/** @throws AppError `settings_invalid` */
function checkOptions(options: Partial<PlatformOptions> | undefined): void {
  const { auth, timeoutMs, retries } = options ?? {};
  const refuse = (why: string) => new AppError('settings_invalid', `createPlatform: ${why}.`);
  if (typeof auth?.read !== 'function' || typeof auth.renew !== 'function')
    throw refuse('auth is missing: give what createClientCredentials returns');
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_MS))
    throw refuse(`timeoutMs must be a number of milliseconds, not ${timeoutMs}`);
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0))
    throw refuse(`retries must be 0 or more, not ${retries}`);
}

/** @throws AppError `rejected` for a name that is none */
function checkLabelFormat(format: string): void {
  if ((LABEL_FORMAT_NAMES as readonly string[]).includes(format)) return;
  const fields = [{ path: 'format', codes: ['unknown'] }];
  const message = `It was not sent: "${format}" is no form of a label. There are ${LABEL_FORMAT_NAMES.join(', ')}.`;
  throw new AppError('rejected', message, { fields });
}
