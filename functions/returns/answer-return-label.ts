import { AppError } from '#platform/errors.ts';
import { getReturnLabel } from '#platform/returns.ts';
import type { ApiContext, Tools } from '../context.ts';
import { createOwnPlatform, explainNotGranted } from '../own-platform.ts';
import { refuse } from '../refusal.ts';
import { readReturnQuestion } from './read-return-question.ts';

const MAX_LABEL_BYTES = 2 * 1024 * 1024;
/** Answers by which the platform says that a market has no labels for returns. */
const NO_LABEL: readonly (number | undefined)[] = [404, 406];

/** `POST /api/returns/label`: the label of the return that a link has created, on A4. Body: `link`, as for the return itself. */
export async function answerReturnLabel(c: ApiContext, tools: Tools): Promise<Response> {
  const { organizationId, key } = await readReturnQuestion(c, tools);
  const known = await tools.returns.find(key);
  if (known === null || typeof known === 'string' || known.trackingNumber === null) throw refuseLabel();
  const limits = { maxBytes: MAX_LABEL_BYTES, isBytes: true };
  const platform = createOwnPlatform(c, tools, tools.returnLabelsToken, limits);
  try {
    const { data } = await platform.returns.label(organizationId, known.trackingNumber, 'pdf-a4');
    // A file of a type that was checked, so that no answer of the platform is a page of our origin.
    return c.body(data.bytes, 200, {
      'content-type': data.type,
      'content-disposition': 'attachment; filename="return.pdf"',
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (NO_LABEL.includes(error.status)) throw refuseLabel();
    throw explainNotGranted(error, {
      code: 'returns_not_granted',
      what: 'Labels of returns can’t be read here',
      scope: getReturnLabel.scope,
    });
  }
}

const refuseLabel = () =>
  refuse(404, 'no_label', 'The carrier has no label for this return: its code is enough.');
