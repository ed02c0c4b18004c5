import { receiveEvent } from '@droppoint/platform/order';
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { receiveParcelEvent } from '../../../parcels.ts';
import { serviceOf } from '../../../pickup.ts';

/**
 * Receives events that the carrier pushes. Signed ones are answered with 200 even for parcels that aren't
 * the shop's: otherwise the carrier keeps pushing them.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { scope, headers, rawBody } = request;
  const { webhookKeys } = serviceOf(scope).kit.settings;
  // A body that couldn't be read has no bytes, so no signature matches.
  const body = rawBody instanceof Uint8Array ? rawBody : new Uint8Array();
  const received = await receiveEvent({ headers, body }, webhookKeys);
  if (received.event === null) {
    scope.resolve(ContainerRegistrationKeys.LOGGER).warn(received.problem);
    response.status(received.status).json({ message: received.message });
    return;
  }
  await receiveParcelEvent(scope, received.event);
  response.status(200).json({});
}
