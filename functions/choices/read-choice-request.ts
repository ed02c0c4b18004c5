import * as z from 'zod/mini';
import { readPointLink, type PointGrant } from '#platform/point-link.ts';
import type { ApiContext, Services } from '../context.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { refuse, refuseRequest } from '../http/refusal.ts';
import { requireLink } from '../http/require-link.ts';
import { isPossibleId } from '../points/answer-point.ts';
import { MAX_ID_LENGTH, QueryReader } from '../points/read-query.ts';
import { readConditions, type ShopConditions } from '../points/shop-conditions.ts';
import { readShopperLocale, type ShopperLocale } from '../points/shopper-texts.ts';

/** More than a link's longest payload, signature and an id. */
export const MAX_BODY_BYTES = 8 * 1024;

const bodySchema = z.object({
  link: z.string(),
  /** The chosen point; absent to read the order only. */
  point: z.optional(z.string()),
  /** BCP 47: of the texts. */
  language: z.optional(z.string()),
});

/** A request about the point of an order, with a valid link of its shop. */
export interface ChoiceRequest {
  grant: PointGrant;
  /** The shop's secret that signed the link. */
  secret: string;
  conditions: ShopConditions;
  point: string | undefined;
  locale: ShopperLocale | null;
}

/** @throws RefusedError if no shop may make such links, or the link is invalid or has expired */
export async function readChoiceRequest(c: ApiContext, { settings, now }: Services): Promise<ChoiceRequest> {
  const { pointSecrets } = settings;
  if (pointSecrets.length === 0)
    throw refuse(
      503,
      'choices_not_set_up',
      'Points can’t be chosen by a link here: the operator must set POINT_LINK_SECRETS.',
    );
  const { link, point, language } = await readJsonBody(c, bodySchema, 'link and point', MAX_BODY_BYTES);
  if (point !== undefined && !isPossibleId(point))
    throw refuseRequest(`point must have at most ${MAX_ID_LENGTH} characters, and no control characters.`);
  const read = requireLink(await readPointLink(link, pointSecrets, now()));
  const query = new URLSearchParams();
  const tag = language ?? read.grant.language;
  if (tag !== undefined) query.set('language', tag);
  return {
    ...read,
    point,
    conditions: readSignedConditions(read.grant),
    locale: readShopperLocale(new QueryReader(query)),
  };
}

/** Reads the conditions of a link as those of a query. @throws RefusedError 400 if the shop's are wrong */
function readSignedConditions(grant: PointGrant): ShopConditions {
  const query = new URLSearchParams();
  const { country, type, locationType, excludeIds, filter } = grant;
  for (const [name, values] of Object.entries({ country, type, locationType, excludeIds }))
    if (values !== undefined) query.set(name, [values].flat().join(','));
  if (filter !== undefined) query.set('filter', JSON.stringify(filter));
  return readConditions(new QueryReader(query));
}
