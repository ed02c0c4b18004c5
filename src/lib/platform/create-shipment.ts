import * as z from 'zod/mini';
import { productPath } from './products.ts';
import type { PlatformAnswer, Send } from './request.ts';

/**
 * Creates a shipment: `POST {base_url}/shipping/v2/organizations/{organizationId}/shipments` (docs/platform-api.md, chapter 4).
 * Sent once: after a failure that leaves the outcome open (`network`, `timeout`) ask the platform with the request id before
 * sending again.
 * @param body a JSON object; its contract is unknown and is the caller's
 */
export function createShipment(
  send: Send,
  baseUrl: string,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PlatformAnswer<unknown>> {
  const url = baseUrl + productPath('shipping', 'organizations', organizationId, 'shipments');
  // The body of the answer is not shown by the platform's document: any JSON is kept as it is.
  return send({ method: 'POST', url, body, schema: z.unknown() });
}
