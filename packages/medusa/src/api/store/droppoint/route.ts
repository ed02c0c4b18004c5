import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { serviceOf } from '../../../pickup.ts';

/**
 * Tells the storefront where Droppoint is, and the conditions of each option as settings of the picker, by
 * the `data.id` of the shipping options.
 */
export function GET(request: MedusaRequest, response: MedusaResponse): void {
  const service = serviceOf(request.scope);
  const { origin, options } = service.settings;
  response.json({ origin, options: Object.fromEntries(options.map(({ id }) => [id, service.needsOf(id)])) });
}
