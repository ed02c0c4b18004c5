import { describeFailure } from '@droppoint/platform/order';
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { loadLabel } from '../../../../../labels.ts';

/** A parcel's label, for those who are logged in to the admin. */
export async function GET({ scope, params }: MedusaRequest, response: MedusaResponse): Promise<void> {
  const number = params['number']!;
  try {
    const label = await loadLabel(scope, number);
    if (label === null) {
      response.status(404).json({ message: 'There is no such parcel.' });
      return;
    }
    response.setHeader('content-type', label.type);
    response.setHeader('content-disposition', `inline; filename="${encodeURIComponent(number)}"`);
    response.setHeader('cache-control', 'no-store');
    response.end(Buffer.from(label.bytes));
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === null) throw error;
    response.status(502).json({ type: 'unexpected_state', ...failure });
  }
}
