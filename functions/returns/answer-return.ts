import { AppError } from '#platform/errors.ts';
import { UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';
import { pause } from '#platform/back-off.ts';
import type { ReturnGrant } from '#platform/return-link.ts';
import { createReturn, type Return } from '#platform/returns.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { ToldReturn } from '../../src/lib/contract/told-return.ts';
import { noteOutcomes, type ApiContext, type Tools } from '../context.ts';
import { createOwnPlatform, explainNotGranted } from '../own-platform.ts';
import { refuse, refuseRequest } from '../refusal.ts';
import type { CreatedReturn } from './created-return.ts';
import type { ReturnState } from './created-returns.ts';
import { readReturnQuestion, type ReturnQuestion } from './read-return-question.ts';

const MAX_ANSWER_BYTES = 256 * 1024;
/** How long a second request waits for the first one's return: longer than a call to the platform takes. */
const WAIT_MS = UPSTREAM_TIMEOUT_MS + 2_000;
const POLL_MS = 100;

/**
 * `POST /api/returns`: creates the return that a shop's link allows (`createReturnLink`), once: used again, the link tells the same return.
 * Body: `link`, what stands behind its `#return=`; `sender`, whom the platform writes to. Without one nothing is created: it is told whether
 * the link has created its return, so that a page can open it.
 */
export async function answerReturn(c: ApiContext, tools: Tools): Promise<Response> {
  const { organizationId, grant, key, sender } = await readReturnQuestion(c, tools);
  const { returns } = tools;
  const known = await untilSettled(() =>
    sender === undefined ? returns.find(key) : returns.claim(key, grant.endsAt),
  );
  if (known === 'open' || known === 'unknown')
    throw refuse(
      409,
      'return_unknown',
      'It isn’t known whether the return was created: ask the shop, which sees it.',
    );
  const tell = (created: CreatedReturn | null): ToldReturn => ({
    ...(created ?? notCreated(grant)),
    countryCode: grant.countryCode,
    isCreated: created !== null,
  });
  if (known !== null || sender === undefined) {
    noteOutcomes(c, [known === null ? 'return_not_yet' : 'return_before']);
    return c.json(tell(known));
  }
  const created = await create(c, tools, { organizationId, grant, key, sender });
  noteOutcomes(c, ['return_created']);
  return c.json(tell(created));
}

const notCreated = ({ orderNumber }: ReturnGrant): CreatedReturn => ({
  orderNumber,
  trackingNumber: null,
  dropOffCode: null,
  expiresAt: null,
});

/** Who comes while the return is being created, on any node, waits for it. */
async function untilSettled(look: () => Promise<ReturnState | null>): Promise<ReturnState | null> {
  let state = await look();
  for (let waitedMs = 0; state === 'open' && waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    state = await look();
  }
  return state;
}

async function create(
  c: ApiContext,
  tools: Tools,
  { organizationId, grant, key, sender }: ReturnQuestion & { sender: Return['sender'] },
): Promise<CreatedReturn> {
  const { returns, returnsToken } = tools;
  const { orderNumber, countryCode, endsAt } = grant;
  const platform = createOwnPlatform(c, tools, returnsToken, { maxBytes: MAX_ANSWER_BYTES });
  try {
    const { data } = await platform.returns.create(organizationId, {
      sender,
      origin: { countryCode },
      enableDropOffCode: true,
      // 2 sources; shipments have names of the caller's instead.
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
    const listed = error.fields.map(({ path, codes }) => `${path} (${codes.join(', ')})`);
    return refuseRequest(`The platform doesn’t take it: ${listed.join(', ') || 'it doesn’t say why'}.`);
  }
  return explainNotGranted(error, {
    code: 'returns_not_granted',
    what: 'Returns can’t be created here',
    scope: createReturn.scope,
  });
}
