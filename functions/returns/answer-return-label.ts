import { AppError } from '#platform/errors.ts';
import { getReturnLabel } from '#platform/returns.ts';
import type { ApiContext, Services } from '../context.ts';
import { createOwnPlatform, explainNotGranted } from '../http/own-platform.ts';
import { refuse } from '../http/refusal.ts';
import { readReturnRequest } from './read-return-request.ts';

const MAX_LABEL_BYTES = 2 * 1024 * 1024;
/** Statuses with which the platform says that a market has no return labels. */
const NO_LABEL: readonly (number | undefined)[] = [404, 406];

/**
 * `POST /api/returns/label`: the A4 label of the return that a link has created. Body: `link`, as
 * for the return itself.
 */
export async function answerReturnLabel(c: ApiContext, services: Services): Promise<Response> {
  const { organizationId, key } = await readReturnRequest(c, services);
  const existing = await services.returns.find(key);
  if (existing === null || typeof existing === 'string' || existing.trackingNumber === null)
    throw refuseLabel();
  const limits = { maxBytes: MAX_LABEL_BYTES, isBytes: true };
  const platform = createOwnPlatform(c, services, services.returnLabelsToken, limits);
  try {
    const { data } = await platform.returns.label(organizationId, existing.trackingNumber, 'pdf-a4');
    // The file's type was checked, so that no answer of the platform becomes a page of our origin.
    return c.body(data.bytes, 200, {
      'content-type': data.type,
      'content-disposition': 'attachment; filename="return.pdf"',
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (NO_LABEL.includes(error.status)) throw refuseLabel();
    throw explainNotGranted(error, {
      code: 'returns_not_granted',
      what: 'Return labels can’t be downloaded here',
      scope: getReturnLabel.scope,
    });
  }
}

const refuseLabel = () =>
  refuse(404, 'no_label', 'The carrier has no label for this return: its drop-off code is enough.');
