import { AppError } from '#platform/errors.ts';
import { UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';
import { pause } from '#async/pause.ts';
import type { ReturnGrant } from '#platform/return-link.ts';
import { createReturn, type Return } from '#platform/returns.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { PublicReturn } from '#contract/public-return.ts';
import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { createOwnPlatform, explainNotGranted } from '../http/own-platform.ts';
import { refuse, refuseRequest } from '../http/refusal.ts';
import type { CreatedReturn } from './created-return.ts';
import type { ReturnState } from './created-returns.ts';
import { readReturnRequest, type ReturnRequest } from './read-return-request.ts';

const MAX_ANSWER_BYTES = 256 * 1024;
/**
 * Time that a second request waits for the first one's return: longer than a call to the platform
 * takes.
 */
const WAIT_MS = UPSTREAM_TIMEOUT_MS + 2_000;
const POLL_MS = 100;

/**
 * `POST /api/returns`: creates the return that a shop's link allows (`createReturnLink`), once:
 * when the link is used again, the answer is the same return. Body: `link`, the text after
 * `#return=`; `sender`, to whom the platform writes. Without a sender nothing is created: the
 * answer says whether the link has already created its return, so that a page can show it.
 */
export async function answerReturn(c: ApiContext, services: Services): Promise<Response> {
  const { organizationId, grant, key, sender } = await readReturnRequest(c, services);
  const { returns } = services;
  const existing = await waitUntilSettled(() =>
    sender === undefined ? returns.find(key) : returns.claim(key, grant.endsAt),
  );
  if (existing === 'open' || existing === 'unknown')
    throw refuse(
      409,
      'return_unknown',
      'It isn’t known whether the return was created: ask the shop, which can see it.',
    );
  const describe = (created: CreatedReturn | null): PublicReturn => ({
    ...(created ?? notCreated(grant)),
    countryCode: grant.countryCode,
    isCreated: created !== null,
  });
  if (existing !== null || sender === undefined) {
    recordOutcomes(c, [existing === null ? 'return_not_yet' : 'return_before']);
    return c.json(describe(existing));
  }
  const created = await create(c, services, { organizationId, grant, key, sender });
  recordOutcomes(c, ['return_created']);
  return c.json(describe(created));
}

const notCreated = ({ orderNumber }: ReturnGrant): CreatedReturn => ({
  orderNumber,
  trackingNumber: null,
  dropOffCode: null,
  expiresAt: null,
});

/** Concurrent requests for the same link, on any node, wait for the first one. */
async function waitUntilSettled(readState: () => Promise<ReturnState | null>): Promise<ReturnState | null> {
  let state = await readState();
  for (let waitedMs = 0; state === 'open' && waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    state = await readState();
  }
  return state;
}

async function create(
  c: ApiContext,
  services: Services,
  { organizationId, grant, key, sender }: ReturnRequest & { sender: Return['sender'] },
): Promise<CreatedReturn> {
  const { returns, returnsToken } = services;
  const { orderNumber, countryCode, endsAt } = grant;
  const platform = createOwnPlatform(c, services, returnsToken, { maxBytes: MAX_ANSWER_BYTES });
  try {
    const { data } = await platform.returns.create(organizationId, {
      sender,
      origin: { countryCode },
      enableDropOffCode: true,
      // 2 sources (docs/platform-api.md); shipments take names chosen by the caller instead.
      references: { orderNumber },
    });
    const [parcel] = data.parcels;
    const created = {
      orderNumber,
      trackingNumber: parcel?.trackingNumber ?? null,
      dropOffCode: parcel?.dropOffCode ?? null,
      expiresAt: data.expirationDate ?? null,
    };
    await returns.settle(key, created, endsAt);
    return created;
  } catch (error) {
    if (error instanceof UnknownOutcomeError) await returns.settle(key, 'unknown', endsAt);
    else await returns.release(key);
    throw explainError(error);
  }
}

function explainError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'rejected') {
    const fields = error.fields.map(({ path, codes }) => `${path} (${codes.join(', ')})`);
    return refuseRequest(`The platform rejected the return: ${fields.join(', ') || 'it gave no reason'}.`);
  }
  return explainNotGranted(error, {
    code: 'returns_not_granted',
    what: 'Returns can’t be created here',
    scope: createReturn.scope,
  });
}
