import * as z from 'zod/mini';
import { readJsonText } from '#platform/json-text.ts';
import { readReturnLink, type ReturnGrant, type ReturnKey } from '#platform/return-link.ts';
import type { ApiContext, Services } from '../context.ts';
import { readRequestText } from '../http/guards.ts';
import { refuse, refuseRequest } from '../http/refusal.ts';

const MAX_BODY_BYTES = 8 * 1024;

const bodySchema = z.object({
  link: z.string(),
  sender: z.optional(
    z.object({
      firstName: z.optional(z.string()),
      lastName: z.optional(z.string()),
      email: z.string(),
      phone: z.string(),
    }),
  ),
});

type RequestBody = z.infer<typeof bodySchema>;

/** A request about the return of a valid link of a shop. */
export interface ReturnRequest extends Pick<RequestBody, 'sender'> {
  /** The operator's organization, for which returns are created. */
  organizationId: string;
  grant: ReturnGrant;
  /** Key under which the return is stored. */
  key: ReturnKey;
}

/** @throws RefusedError if returns aren't set up, or the link is invalid or has expired */
export async function readReturnRequest(c: ApiContext, { settings, now }: Services): Promise<ReturnRequest> {
  const { organizationId, returnSecrets } = settings;
  if (organizationId === null)
    throw refuse(
      503,
      'returns_not_set_up',
      'Returns by link aren’t set up here: the operator must set RETURN_LINK_SECRETS and PLATFORM_ORGANIZATION_ID.',
    );
  const { link, sender } = readBody(await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES));
  const result = await readReturnLink(link, returnSecrets, now());
  if (result === 'invalid')
    throw refuse(
      403,
      'link_invalid',
      'link isn’t from this shop, or is incomplete: open it again from the message.',
    );
  if (result === 'expired')
    throw refuse(410, 'link_expired', 'link has expired: ask the shop for a new one.');
  return { organizationId, ...result, sender };
}

/** @throws RefusedError 400 */
function readBody(text: string): RequestBody {
  const body = readJsonText(text);
  if (body === undefined) throw refuseRequest('The body must be a JSON object with link and sender.');
  const { success, data, error } = bodySchema.safeParse(body);
  if (success) return data;
  throw refuseRequest(`${error.issues[0]?.path.join('.') || 'The body'} is missing, or has another type.`);
}
