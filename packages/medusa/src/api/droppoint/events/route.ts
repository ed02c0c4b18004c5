import { receiveEvent } from '@droppoint/platform/order';
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { receiveParcelEvent } from '../../../parcels.ts';
import { serviceOf } from '../../../pickup.ts';

/**
 * Receives events that the carrier pushes. Signed ones are answered with 200 even for parcels that aren't
 * the shop's: otherwise the carrier keeps pushing them.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { scope, headers, rawBody } = request;
  const { settings, logger } = serviceOf(scope);
  const received = await receiveEvent({ headers, body: rawBody }, settings.webhookKeys);
  if (received.event === null) logger.warn(received.problem);
  else await receiveParcelEvent(scope, received.event);
  response.status(received.status).json(received.event === null ? { message: received.message } : {});
}
