import * as z from 'zod/mini';
import { productPath } from './products.ts';
import type { PlatformAnswer, Send } from './request.ts';

/**
 * Creates a shipment: `POST {base_url}/shipping/v2/organizations/{organizationId}/shipments` (docs/platform-api.md, chapter 4).
 * Sent again only after a 401, with a new token. After a failure with an unknown outcome (`network`, `timeout`) ask the platform
 * about the request id before sending it again.
 * @param body a JSON object; its schema is unknown, and up to the caller
 */
export function createShipment(
  send: Send,
  baseUrl: string,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PlatformAnswer<unknown>> {
  const url = baseUrl + productPath('shipping', 'organizations', organizationId, 'shipments');
  // The platform's document doesn't show the body of the answer: any JSON is returned as it is.
  return send({ method: 'POST', url, body, schema: z.unknown() });
}
