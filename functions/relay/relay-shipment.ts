import { productPath } from '../../src/lib/platform/products.ts';
import type { ApiContext, Tools } from '../context.ts';
import { isModestJson } from '../../platform-client/scan-json.ts';
import { readRequestText } from '../read-request-text.ts';
import { refuse } from '../refusal.ts';
import { readBearer } from '../guards.ts';
import { relay } from './relay.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** One path segment that no URL parser reads as anything else. */
const ORGANIZATION_ID = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._:-]{1,128}$/;

/**
 * `POST /api/platform/shipping/v2/organizations/{organizationId}/shipments`: creates a shipment as the logged-in broker.
 * Sent once; the body is passed on as it came, since its contract is the caller's.
 */
export async function relayShipment(c: ApiContext, tools: Tools): Promise<Response> {
  const organizationId = c.req.param('organizationId') ?? '';
  if (!ORGANIZATION_ID.test(organizationId)) {
    throw refuse(
      400,
      'invalid_request',
      'organizationId must be 1 to 128 letters, digits, ".", "_", ":" or "-".',
    );
  }
  if (new URL(c.req.url).search !== '') throw refuse(400, 'invalid_request', 'No query is taken here.');
  readBearer(c.req.header('authorization'));
  const body = await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES);
  if (!isModestJson(new TextEncoder().encode(body)))
    throw refuse(400, 'invalid_request', 'The body is nested or divided too much.');
  if (!isJsonObject(body)) throw refuse(400, 'invalid_request', 'The body must be a JSON object.');
  const path = productPath('shipping', 'organizations', organizationId, 'shipments');
  return relay(c, tools, tools.settings.addresses.base + path, body);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
