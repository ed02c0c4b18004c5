import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { recheckPoints } from '../../../../recheck.ts';

/** Runs the nightly check now. */
export async function POST({ scope }: MedusaRequest, response: MedusaResponse): Promise<void> {
  response.json(await recheckPoints(scope));
}
