import { AppError } from '#platform/errors.ts';
import { writePointChoice } from '#platform/point-link.ts';
import { writeReturn } from '#contract/choose-return.ts';
import type { PointOrder } from '#contract/point-order.ts';
import type { CheckedPoint } from '#contract/validity.ts';
import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { computeInTurn, countComputing } from '../http/count-request.ts';
import { refuse } from '../http/refusal.ts';
import { answerUnknown, checkId } from '../points/check-id.ts';
import type { ShopConditions } from '../points/shop-conditions.ts';
import { explainErrors, type ShopperLocale } from '../points/shopper-texts.ts';
import { notifyShop } from './notify-shop.ts';
import { readChoiceRequest, type ChoiceRequest } from './read-choice-request.ts';

/**
 * `POST /api/point-choices`: chooses the point of the order for which a shop has made a link
 * (`createPointLink`), within the link's conditions. Body: `link`, the text after `#order=`; `point`, the
 * chosen id; `language` of the texts. Without `point` it only reads the order. Nothing is stored: the answer
 * has a signed result for the shop's server, which decides. Open to servers and apps too.
 */
export async function answerChoice(c: ApiContext, services: Services): Promise<Response> {
  const request = await readChoiceRequest(c, services);
  const { grant, secret, point } = request;
  await countComputing(c, services, 'point');
  const id = point ?? grant.value;
  const checked = id === undefined ? null : await check(c, services, id, request);
  if (point === undefined || checked === null) {
    recordOutcomes(c, ['choice_read']);
    return c.json(describeOrder(request, checked));
  }
  requireChoosable(checked);
  const nowMs = services.now();
  const result = await writePointChoice(grant, point, secret, nowMs);
  const shop = await notify(c, services, request, result, nowMs);
  recordOutcomes(c, ['choice_made']);
  const returnTo = writeReturn(grant.returnTo, { result });
  return c.json({ ...describeOrder(request, checked), returnTo, result, shop });
}

/** Checks a point as a shop would. */
async function check(
  c: ApiContext,
  services: Services,
  id: string,
  { conditions, grant, point, locale }: ChoiceRequest,
): Promise<CheckedPoint> {
  const { published, now } = services;
  // The position belongs to the present point, which nobody has typed.
  const position = point === undefined ? (grant.position ?? null) : null;
  const checked = await computeInTurn(c, services, () =>
    published.look((network) => checkId(network, { id, conditions, position }, now())),
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return answerUnknown(id, error.code, null);
  });
  return withTexts(checked ?? answerUnknown(id, 'not_published', null), locale);
}

const withTexts = (checked: CheckedPoint, locale: ShopperLocale | null): CheckedPoint => ({
  ...checked,
  errors: explainErrors(checked.errors, locale),
});

/** @throws RefusedError 409 for a point that the shop doesn't accept, 503 if that can't be checked now */
function requireChoosable(checked: CheckedPoint): void {
  const [error] = checked.errors;
  if (error !== undefined) throw refuse(409, 'point_refused', error.text ?? error.message);
  // A shop's check accepts an unknown point, but nothing may be signed that doesn't match the conditions.
  if (checked.status !== 'exists')
    throw refuse(
      503,
      'point_unchecked',
      `The point can’t be checked at the moment (${checked.reason ?? 'unknown'}): try again later.`,
    );
}

function describeOrder(
  { grant, conditions }: Pick<ChoiceRequest, 'grant' | 'conditions'>,
  point: CheckedPoint | null,
): PointOrder {
  return {
    orderNumber: grant.orderNumber,
    language: grant.language ?? null,
    reason: grant.reason ?? null,
    point,
    position: point?.point?.coordinates ?? grant.position ?? null,
    conditions: describeConditions(conditions),
    returnTo: grant.returnTo,
    result: null,
    shop: null,
  };
}

const describeConditions = ({ required, excludedIds, filter }: ShopConditions): PointOrder['conditions'] => ({
  country: [...(required.countries ?? [])],
  type: [...(required.types ?? [])],
  locationType: [...(required.locationTypes ?? [])],
  excludeIds: [...excludedIds],
  filter: filter ?? null,
});

async function notify(
  c: ApiContext,
  services: Services,
  { grant, secret }: ChoiceRequest,
  result: string,
  nowMs: number,
): Promise<PointOrder['shop']> {
  const { notify: address, orderNumber } = grant;
  if (address === undefined) return null;
  const chosenAt = new Date(nowMs).toISOString();
  const shop = await notifyShop({ address, secret, orderNumber, result, chosenAt }, services);
  recordOutcomes(c, [shop === null ? 'choice_unnotified' : 'choice_notified']);
  return shop;
}
