import { returnSchema } from '#platform/returns.ts';
import type { SandboxAnswer } from '../host.ts';
import { Problem, replyJson } from '../reply.ts';
import { readJsonObject } from '../request-body.ts';
import type { SandboxCarrier } from './carrier.ts';
import { bodyTextOf, type Consignment } from './consignments.ts';
import { deriveDigits, deriveUuid } from './derive-id.ts';
import { RETURN_LABELS } from './label/accept.ts';
import { replyLabel } from './label/reply-label.ts';
import { lifeOf } from './lives.ts';
import { RefusedFields } from './refuse-fields.ts';

const HOUR_MS = 3_600_000;
const LEAST_HOURS = 24;
const DEFAULT_HOURS = 7 * 24;

/** Creates the handlers of the returns product, by operation. */
export function createReturns(carrier: SandboxCarrier) {
  const { consignments, clock } = carrier;
  const byId = new Map<string, Consignment>();

  const createReturn: SandboxAnswer = async ({ request, parameters }) => {
    const received = await readJsonObject(request);
    const now = clock.calendarMs;
    checkReturn(received, now);
    const { expirationDate } = received as { expirationDate?: string };
    const consignment = consignments.add({
      kind: 'RETURN',
      organizationId: parameters.organizationId!,
      text: JSON.stringify(received),
      parcels: 1,
      steps: lifeOf('point', 'address', 'usual'),
      expirationMs: expirationDate === undefined ? now + DEFAULT_HOURS * HOUR_MS : Date.parse(expirationDate),
    });
    byId.set(idOf(consignment), consignment);
    return replyJson(201, describeReturn(consignment));
  };

  const idOf = (consignment: Consignment) => deriveUuid(`return ${consignments.numberOf(consignment)}`);

  function describeReturn(consignment: Consignment) {
    const trackingNumber = consignments.numberOf(consignment);
    const { enableDropOffCode = true } = JSON.parse(bodyTextOf(consignment)) as {
      enableDropOffCode?: boolean;
    };
    return {
      id: idOf(consignment),
      expirationDate: new Date(consignment.expirationMs!).toISOString(),
      parcels: [
        {
          id: deriveUuid(`parcel ${trackingNumber}`),
          trackingNumber,
          ...(enableDropOffCode && { dropOffCode: deriveDigits(`code ${trackingNumber}`, 9) }),
        },
      ],
    };
  }

  const getReturn: SandboxAnswer = ({ parameters }) =>
    replyJson(200, describeReturn(ofOrganization(byId.get(parameters.returnId!), parameters)));

  const getReturnLabel: SandboxAnswer = ({ request, parameters }) => {
    const consignment = consignments.find(parameters.trackingNumber!)?.consignment;
    const found = ofOrganization(consignment, parameters);
    return replyLabel(carrier, found, request.headers.accept, RETURN_LABELS);
  };

  return { createReturn, getReturn, getReturnLabel };
}

function checkReturn(received: Record<string, unknown>, now: number): void {
  const problems = new RefusedFields();
  problems.check(returnSchema, received);
  const { expirationDate } = received;
  if (typeof expirationDate === 'string' && Date.parse(expirationDate) < now + LEAST_HOURS * HOUR_MS)
    problems.add('expirationDate', 'too_small');
  if (problems.found) throw problems.toProblem();
}

/** @throws Problem 404 if there is no such return, it belongs to another organization, or is a shipment */
function ofOrganization(
  consignment: Consignment | undefined,
  { organizationId }: Record<string, string>,
): Consignment {
  if (consignment?.kind === 'RETURN' && consignment.organizationId === organizationId) return consignment;
  throw new Problem(404, 'Not Found', 'This organization has no such return.');
}
