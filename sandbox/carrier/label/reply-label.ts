import { LABEL_FORMATS } from '#platform/labels.ts';
import { Problem, replyJson, type Reply } from '../../reply.ts';
import type { SandboxCarrier } from '../carrier.ts';
import type { Consignment } from '../consignments.ts';
import { chooseLabel, listTypes, type LabelOffer, type WrittenFormat } from './accept.ts';
import { writeLabels, type LabelText } from './label.ts';
import { writePdf } from './pdf.ts';
import { writeZpl } from './zpl.ts';

/** Joins labels for printers, which receive one label after the other. */
const inTurn = (write: (label: LabelText) => string) => (labels: readonly LabelText[]) =>
  labels.map(write).join('');

const WRITERS: Record<WrittenFormat, (labels: readonly LabelText[]) => Uint8Array | string> = {
  'pdf-a6': (labels) => writePdf(labels, 'A6'),
  'pdf-a4': (labels) => writePdf(labels, 'A4'),
  'zpl-203': inTurn((label) => writeZpl(label, 203)),
  'zpl-300': inTurn((label) => writeZpl(label, 300)),
};

/**
 * Replies with the labels of a consignment's parcels, in one file.
 * @throws Problem 406 if none of the accepted types is offered
 */
export function replyLabel(
  carrier: SandboxCarrier,
  consignment: Consignment,
  accept: string | undefined,
  offer: LabelOffer,
): Reply {
  const requested = chooseLabel(accept, offer);
  if (requested === null)
    throw new Problem(406, 'Not Acceptable', `Labels are available as ${listTypes(offer).join(', ')}.`);
  const body = WRITERS[requested.format](writeLabels(consignment, carrier));
  const [type = ''] = LABEL_FORMATS[requested.format].split(';');
  if (!requested.json) return { status: 200, headers: { 'Content-Type': type }, body };
  const content = Buffer.from(body).toString('base64');
  return replyJson(200, { label: { content } }, { 'Content-Type': `${type}+json` });
}
