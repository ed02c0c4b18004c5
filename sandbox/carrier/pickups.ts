import type { SandboxAnswer } from '../host.ts';
import { Problem, replyJson } from '../reply.ts';
import { readJsonObject } from '../request-body.ts';
import type { SandboxCarrier } from './carrier.ts';
import { orderPickup, type OrderedPickup } from './order-pickup.ts';
import { checkPickup, CUTOFF_TIME } from './pickup-rules.ts';
import { RefusedFields } from './refuse-fields.ts';

const DEFAULT_SIZE = 20;
const MOST_SIZE = 100;

/** Creates the handlers of the pickups product, by operation. */
export function createPickups(carrier: SandboxCarrier) {
  const { pickups, clock } = carrier;
  const listOf = ({ organizationId }: Record<string, string>) =>
    pickups.filter((pickup) => pickup.organizationId === organizationId);

  function find(parameters: Record<string, string>): OrderedPickup {
    const found = listOf(parameters).find(({ id }) => id === parameters.orderId);
    if (found !== undefined) return found;
    throw new Problem(404, 'Not Found', 'This organization has no such pickup.');
  }

  const createPickup: SandboxAnswer = async ({ request, parameters }) => {
    const received = await readJsonObject(request);
    const now = clock.calendarMs;
    const pickup = checkPickup(received, now, listOf(parameters));
    return replyJson(201, describePickup(orderPickup(carrier, parameters.organizationId!, pickup, now)));
  };

  const listPickups: SandboxAnswer = ({ url: { searchParams }, parameters }) => {
    const all = sort(listOf(parameters).map(describePickup), searchParams.getAll('sort'));
    const page = readWhole(searchParams.get('page')) ?? 0;
    const perPage = Math.min(readWhole(searchParams.get('size')) || DEFAULT_SIZE, MOST_SIZE);
    return replyJson(200, {
      items: all.slice(page * perPage, (page + 1) * perPage),
      page,
      perPage,
      count: all.length,
      totalPages: Math.ceil(all.length / perPage),
    });
  };

  const getPickup: SandboxAnswer = ({ parameters }) => replyJson(200, describePickup(find(parameters)));

  const cancelPickup: SandboxAnswer = ({ parameters }) => {
    const found = find(parameters);
    if (found.status !== 'CANCELLED') {
      found.status = 'CANCELLED';
      found.modifiedMs = clock.calendarMs;
    }
    return replyJson(200, describePickup(found));
  };

  const getCutoffTime: SandboxAnswer = ({ url: { searchParams } }) => {
    const [postalCode, country] = [searchParams.get('postalCode'), searchParams.get('countryCode')];
    const problems = new RefusedFields();
    if (!postalCode) problems.add('postalCode', 'required');
    else if (!/^\d\d-?\d{3}$/.test(postalCode)) problems.add('postalCode', 'invalid');
    if (!country) problems.add('countryCode', 'required');
    else if (country !== 'PL') problems.add('countryCode', 'invalid');
    if (problems.found) throw problems.toProblem();
    return replyJson(200, { postalCode, cutoffTime: CUTOFF_TIME });
  };

  return { createPickup, listPickups, getPickup, cancelPickup, getCutoffTime };
}

/** Describes a pickup as the platform answers it; without the contact person, which no source shows in an answer. */
function describePickup({ id, reference, pickup, createdMs, modifiedMs, status }: OrderedPickup) {
  return {
    id,
    carrierReference: { trackingNumber: reference, carrier: 'sandbox' },
    createdTime: new Date(createdMs).toISOString(),
    lastModifiedTime: new Date(modifiedMs).toISOString(),
    pickupTime: pickup.pickupTime,
    references: pickup.references,
    status,
  };
}

type PickupAnswer = ReturnType<typeof describePickup>;

const SORTABLE: Record<string, (pickup: PickupAnswer) => string> = {
  createdTime: ({ createdTime }) => createdTime,
  lastModifiedTime: ({ lastModifiedTime }) => lastModifiedTime,
  'pickupTime.from': ({ pickupTime }) => new Date(pickupTime.from).toISOString(),
  status: ({ status }) => status,
};

/** @param orders `property,asc`, the most important first; unknown properties count as absent */
function sort(all: PickupAnswer[], orders: readonly string[]): PickupAnswer[] {
  return [...orders].reverse().reduce((sorted, order) => {
    const [property = '', direction] = order.split(',');
    const read = SORTABLE[property];
    if (read === undefined) return sorted;
    const sign = direction === 'desc' ? -1 : 1;
    return sorted.toSorted((a, b) => sign * (read(a) < read(b) ? -1 : read(a) > read(b) ? 1 : 0));
  }, all);
}

const readWhole = (text: string | null) =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
