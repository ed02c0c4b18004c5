import * as z from 'zod/mini';
import { readJsonText } from '#platform/json-text.ts';
import { readReturnLink, type ReturnGrant, type ReturnKey } from '#platform/return-link.ts';
import type { ApiContext, Tools } from '../context.ts';
import { readRequestText } from '../guards.ts';
import { refuse, refuseRequest } from '../refusal.ts';

const MAX_BODY_BYTES = 8 * 1024;

const questionSchema = z.object({
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

type Question = z.infer<typeof questionSchema>;

/** A question about the return of a link, which is one of a shop's. */
export interface ReturnQuestion extends Pick<Question, 'sender'> {
  /** The operator's, for which returns are created. */
  organizationId: string;
  grant: ReturnGrant;
  /** By which its return is remembered. */
  key: ReturnKey;
}

/** @throws RefusedError if returns aren't set up, or the link isn't one, or not any more */
export async function readReturnQuestion(c: ApiContext, { settings, now }: Tools): Promise<ReturnQuestion> {
  const { organizationId, returnSecrets } = settings;
  if (organizationId === null)
    throw refuse(
      503,
      'returns_not_set_up',
      'Returns by link aren’t set up here: its operator sets RETURN_LINK_SECRETS and PLATFORM_ORGANIZATION_ID.',
    );
  const { link, sender } = readBody(await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES));
  const read = await readReturnLink(link, returnSecrets, now());
  if (read === 'invalid')
    throw refuse(
      403,
      'link_invalid',
      'link isn’t one of this shop’s, or isn’t whole: open it again from the message.',
    );
  if (read === 'expired') throw refuse(410, 'link_expired', 'link has expired: ask the shop for a new one.');
  return { organizationId, ...read, sender };
}

/** @throws RefusedError 400 */
function readBody(text: string): Question {
  const body = readJsonText(text);
  if (body === undefined) throw refuseRequest('The body must be a JSON object with link and sender.');
  const { success, data, error } = questionSchema.safeParse(body);
  if (success) return data;
  throw refuseRequest(`${error.issues[0]?.path.join('.') || 'The body'} is missing, or has another type.`);
}
