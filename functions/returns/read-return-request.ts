import * as z from 'zod/mini';
import { readReturnLink, type ReturnGrant, type ReturnKey } from '#platform/return-link.ts';
import type { ApiContext, Services } from '../context.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { refuse } from '../http/refusal.ts';
import { requireLink } from '../http/require-link.ts';

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
  const { link, sender } = await readJsonBody(c, bodySchema, 'link and sender', MAX_BODY_BYTES);
  const read = requireLink(await readReturnLink(link, returnSecrets, now()));
  return { organizationId, ...read, sender };
}
