import { createBoundFetch } from './bound-answer.ts';
import { call, getLabel, type CallInput, type Calls } from './call.ts';
import { checkAddress } from './check-address.ts';
import { explainFailure } from './explain-failure.ts';
import { LABEL_FORMAT_NAMES, type LabelFormat } from './labels.ts';
import { AppError } from './errors.ts';
import * as location from './location.ts';
import * as pickups from './pickups.ts';
import { isPoint, placeablePointSchema, type Point } from './point.ts';
import { ASSUMED_PAGING, type PagingParameters } from './read-points-page.ts';
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
import { walkPoints } from './walk-points.ts';

export interface PlatformOptions extends Omit<Calls, 'send'> {
  /** Source of tokens: a user's, or the application's own (`createClientCredentials`). */
  auth: Bearer;
  /** Default: the runtime's `fetch`. */
  fetch?: typeof fetch;
  /** Time limit of one attempt, milliseconds. Default: 15 s. */
  timeoutMs?: number;
  /** Attempts after the first, for calls that are safe to repeat. Default: 3. */
  retries?: number;
  paging?: PagingParameters;
  now?: () => number;
}

/** Options of one call. */
export type CallSignal = Pick<CallInput<never>, 'signal'>;

/** Options of one call that creates a shipment. */
export type CallOptions = Pick<CallInput<never>, 'signal' | 'deduplicationId'>;

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const POINTS_PER_PAGE = 500;

export type Platform = ReturnType<typeof createPlatform>;

/**
 * Creates the platform's client. Each method returns the answer's data with its request id, and throws what
 * `call` throws, with messages for staff.
 * @throws AppError `settings_invalid` that names the missing or invalid option
 */
export function createPlatform(options: PlatformOptions) {
  checkOptions(options);
  const {
    auth: bearer,
    paging = ASSUMED_PAGING,
    fetch: customFetch,
    timeoutMs,
    retries,
    now,
    ...where
  } = options;
  const createSend = (isBytes: boolean) => {
    const fetch = createBoundFetch(customFetch, { maxBytes: MAX_ANSWER_BYTES, isBytes });
    return createRequester({ fetch, bearer, timeoutMs, retries, now });
  };
  const { baseUrl } = where;
  const calls: Calls = {
    ...where,
    send: createSend(false),
    baseUrl:
      typeof baseUrl === 'function'
        ? (product) => checkAddress(`baseUrl("${product}")`, baseUrl(product))
        : checkAddress('baseUrl', baseUrl),
  };
  const labelCalls: Calls = { ...calls, send: createSend(true) };

  const callPlatform = <Body, Data>(operation: Operation<Body, Data>, input: CallInput<Body>) =>
    call(calls, operation, input).catch((error: unknown) => {
      throw explainFailure(error, operation, input.values);
    });

  async function fetchLabel(operation: Operation<null>, format: LabelFormat, input: CallInput<null>) {
    checkLabelFormat(format);
    return getLabel(labelCalls, operation, format, input).catch((error: unknown) => {
      throw explainFailure(error, operation, input.values);
    });
  }

  const getPage = (page: number, perPage: number, { signal }: CallSignal = {}) =>
    callPlatform(location.listPoints, {
      query: [
        [paging.page, String(page)],
        [paging.perPage, String(perPage)],
      ],
      signal,
    });

  /**
   * One unknown number may turn the answer for all of them into a 404 (1 source against 2): then look up
   * each one separately.
   */
  async function track(
    numbers: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<TrackedParcel[]> {
    const query = numbers.map((number) => ['trackingNumbers', number] as const);
    try {
      return (await callPlatform(trackParcels, { query, signal })).data.parcels;
    } catch (error) {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      if (numbers.length === 1) return [];
      return (await Promise.all(numbers.map((number) => track([number], signal)))).flat();
    }
  }

  return {
    /**
     * Makes any of the calls in `OPERATIONS`, also with query parameters that no method has. Its answer has
     * only what the platform is certain to answer.
     */
    call: callPlatform,

    /** Pick-up points: lockers and shops. */
    points: {
      /**
       * All points, each once. Items without a usable position are left out. The list is read again if it
       * changes meanwhile.
       */
      async *list({ signal }: CallSignal = {}): AsyncGenerator<Point> {
        const walk = walkPoints({
          readPage: async (page, aborted) => (await getPage(page, POINTS_PER_PAGE, { signal: aborted })).data,
          ...(signal && { signal }),
        });
        for await (const { points } of walk) yield* points;
      },

      /** One page of the list, with its items as they are. @param page from 1 */
      page: getPage,

      /** One point, with its position. @throws AppError `not_found` for an unknown id */
      get: (pointId: string, { signal }: CallSignal = {}) =>
        callPlatform({ ...location.getPoint, data: placeablePointSchema }, { values: { pointId }, signal }),

      /**
       * Points around a position, nearest first, each with its `distance` in metres. Default: 25 points
       * within 10 km.
       */
      async near(
        { latitude, longitude }: { latitude: number; longitude: number },
        { maxDistanceMetres = 10_000, limit = 25, signal }: NearOptions = {},
      ) {
        const answer = await callPlatform(location.nearPoints, {
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

    /** Parcels that you send. The API can't change or cancel them. */
    shipments: {
      /**
       * Sends a parcel to a point or an address. Calls with the same `deduplicationId` create it only once.
       * Its labels are ready immediately.
       * @param options with a `deduplicationId` that you stored beforehand, you can repeat the call after
       *   an `UnknownOutcomeError`
       * @throws UnknownOutcomeError if there was no answer; AppError `rejected` with `fields` for invalid
       *   fields
       */
      create: (organizationId: string, shipment: Shipment, options: CallOptions = {}) =>
        callPlatform(
          { ...createShipment, data: numberedShipmentSchema },
          { values: { organizationId }, body: shipment, ...options },
        ),

      /** A parcel that was sent. Only its number is certain to be in the answer. */
      async get(organizationId: string, trackingNumber: string, { signal }: CallSignal = {}) {
        const answer = await callPlatform(
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
    },

    /** What happens to parcels. */
    tracking: {
      /** The parcels that the platform knows, in the order of the numbers; looks up ten at a time. */
      async *get(
        trackingNumbers: readonly string[],
        { signal }: CallSignal = {},
      ): AsyncGenerator<TrackedParcel> {
        for (let at = 0; at < trackingNumbers.length; at += MAX_TRACKED) {
          const numbers = trackingNumbers.slice(at, at + MAX_TRACKED);
          const parcels = await track(numbers, signal);
          const found = new Map(parcels.map((parcel) => [parcel.trackingNumber, parcel]));
          for (const number of numbers) if (found.has(number)) yield found.get(number)!;
        }
      },
    },

    /** Parcels that come back to you. The API can't cancel one. */
    returns: {
      /**
       * Creates a return. The customer hands it in with `data.parcels[0].dropOffCode`, or with a label. It
       * isn't retried after an unclear failure, because no id makes that safe.
       * @throws UnknownOutcomeError if there was no answer: it may have been created; AppError as
       *   `shipments.create`
       */
      create: (organizationId: string, parcel: Return, { signal }: CallSignal = {}) =>
        callPlatform(createReturn, { values: { organizationId }, body: parcel, signal }),

      /** A return by its id, with the number and the drop-off code of its parcel. */
      get: (organizationId: string, returnId: string, { signal }: CallSignal = {}) =>
        callPlatform(getReturn, { values: { organizationId, returnId }, signal }),

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
    },

    /** One-time pickups by a courier. */
    pickups: {
      /**
       * Orders a courier, for a window of at least two hours within one day, at most a week ahead. It isn't
       * retried after an unclear failure, because no id makes that safe.
       * @throws UnknownOutcomeError if there was no answer: check `list`; AppError as `shipments.create`
       */
      create: (organizationId: string, pickup: pickups.Pickup, { signal }: CallSignal = {}) =>
        callPlatform(pickups.createPickup, { values: { organizationId }, body: pickup, signal }),

      /** Ordered pickups. @param page from 0 */
      list: (organizationId: string, page = 0, { signal }: CallSignal = {}) =>
        callPlatform(pickups.listPickups, {
          values: { organizationId },
          query: [['page', String(page)]],
          signal,
        }),

      /** An ordered pickup by its id, with its `status`. */
      get: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
        callPlatform(pickups.getPickup, { values: { organizationId, orderId }, signal }),

      /** Cancels a pickup. Cancelling it again does no harm. */
      cancel: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
        callPlatform(pickups.cancelPickup, { values: { organizationId, orderId }, signal }),

      /**
       * The latest time to order a pickup for the same day: `data.cutoffTime`, such as `13:00:00`, or
       * nothing.
       */
      cutoff: (postalCode: string, countryCode: string, { signal }: CallSignal = {}) =>
        callPlatform(pickups.getCutoffTime, { query: Object.entries({ postalCode, countryCode }), signal }),
    },
  };
}

export interface NearOptions extends CallSignal {
  /** Default: 10 km. */
  maxDistanceMetres?: number;
  /** Default: 25. */
  limit?: number;
}

/** A point with its distance from the requested position, in metres. */
export type NearPoint = Point & { distance?: number };

const MAX_MS = 2 ** 31 - 1;

/** @throws AppError `settings_invalid` */
function checkOptions(options: Partial<PlatformOptions> | undefined): void {
  const { auth, timeoutMs, retries } = options ?? {};
  const invalid = (why: string) => new AppError('settings_invalid', `createPlatform: ${why}.`);
  if (typeof auth?.read !== 'function' || typeof auth.renew !== 'function')
    throw invalid('auth is missing: pass the result of createClientCredentials');
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_MS))
    throw invalid(`timeoutMs must be a number of milliseconds, not ${timeoutMs}`);
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0))
    throw invalid(`retries must be 0 or more, not ${retries}`);
}

/** @throws AppError `rejected` for an unknown format */
function checkLabelFormat(format: string): void {
  if ((LABEL_FORMAT_NAMES as readonly string[]).includes(format)) return;
  const fields = [{ path: 'format', codes: ['unknown'] }];
  const message = `It was not sent: "${format}" is not a label format. Use one of ${LABEL_FORMAT_NAMES.join(', ')}.`;
  throw new AppError('rejected', message, { fields });
}
