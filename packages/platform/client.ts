import { createBoundFetch } from './read-body.ts';
import { call, callForLabel, type Caller, type Calls } from './call.ts';
import { checkAddress } from './check-address.ts';
import { AppError } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import { pointMethods } from './location.ts';
import { pickupMethods } from './pickups.ts';
import { ASSUMED_PAGING, type PagingParameters } from './read-points-page.ts';
import { createRequester, type Bearer } from './request.ts';
import { returnMethods } from './returns.ts';
import { shipmentMethods } from './shipping.ts';
import { trackingMethods } from './tracking.ts';

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

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface Platform {
  /**
   * Makes any of the calls in `OPERATIONS`, also with query parameters that no method has. Its answer has
   * only what the platform is certain to answer.
   */
  call: Caller['call'];
  /** Pick-up points: lockers and shops. */
  points: ReturnType<typeof pointMethods>;
  /** Parcels that you send. The API can't change or cancel them. */
  shipments: ReturnType<typeof shipmentMethods>;
  /** Events of parcels. */
  tracking: ReturnType<typeof trackingMethods>;
  /** Parcels that come back to you. The API can't cancel one. */
  returns: ReturnType<typeof returnMethods>;
  /** One-time pickups by a courier. */
  pickups: ReturnType<typeof pickupMethods>;
}

/**
 * Creates the platform's client. Each method returns the answer's data with its request id, and throws what
 * `call` throws, with messages for staff.
 * @throws AppError `settings_invalid` that names the missing or invalid option
 */
export function createPlatform(options: PlatformOptions): Platform {
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

  const caller: Caller = {
    call: (operation, input) =>
      call(calls, operation, input).catch((error: unknown) => {
        throw explainFailure(error, operation, input.values);
      }),
    fetchLabel: (operation, format, input) =>
      callForLabel(labelCalls, operation, format, input).catch((error: unknown) => {
        throw explainFailure(error, operation, input.values);
      }),
  };

  return {
    call: caller.call,
    points: pointMethods(caller, paging),
    shipments: shipmentMethods(caller),
    tracking: trackingMethods(caller),
    returns: returnMethods(caller),
    pickups: pickupMethods(caller),
  };
}

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
