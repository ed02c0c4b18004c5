import type { Address } from '#platform/address.ts';
import type { MovedList } from '../points.ts';
import { bodyTextOf, type Consignment } from './consignments.ts';
import type { LifeStage } from './lives.ts';

/** The place of an event: the known keys; never a person's street. */
export interface CarrierPlace {
  id: string | null;
  type: 'LOCKER_POINT' | 'PUDO_POINT' | 'LOGISTIC_CENTER' | 'ADDRESS' | 'MPOK_POINT' | null;
  name: string | null;
  address: string | null;
  postalCode: string | null;
  city: string | null;
  country: string | null;
  description: null;
}

/** The parts that we read of a body, which was checked on arrival. */
export interface Sent {
  sender: { firstName?: string; lastName?: string; companyName?: string; phone?: string };
  recipient?: { firstName: string; lastName: string; companyName?: string; phone: string };
  origin?: Partial<Address> & { shippingMethod?: string };
  destination?: Partial<Address> & { pointId?: string };
  references?: { custom?: Record<string, string>; orderNumber?: string };
  parcels?: { references?: unknown }[];
}

export const readSent = (consignment: Consignment): Sent => JSON.parse(bodyTextOf(consignment)) as Sent;

const NOWHERE = {
  id: null,
  type: null,
  name: null,
  address: null,
  postalCode: null,
  city: null,
  country: null,
  description: null,
};

/** Returns where a parcel starts: the sender's city, if the request has it. */
export const originOf = ({ origin }: Sent): CarrierPlace => addressPlace(origin);

/** Returns a parcel's destination. */
export const destinationOf = (sent: Sent, list: MovedList): CarrierPlace => {
  const id = sent.destination?.pointId;
  return id === undefined ? addressPlace(sent.destination) : pointPlace(list, list.indexOf(id), sent);
};

/** Returns the place of an event; null if it is unknown. */
export function carrierPlaceOf(stage: LifeStage, sent: Sent, list: MovedList): CarrierPlace | null {
  switch (stage) {
    case 'sender':
      return originOf(sent);
    case 'first-centre':
      return centrePlace(originOf(sent));
    case 'last-centre':
      return centrePlace(destinationOf(sent, list));
    case 'desk':
      return { ...centrePlace(destinationOf(sent, list)), type: 'MPOK_POINT' };
    case 'point':
    case 'recipient':
      return destinationOf(sent, list);
    case 'other-point': {
      const index = list.indexOf(sent.destination?.pointId ?? '');
      return pointPlace(list, index + 1 < list.source.count ? index + 1 : index - 1, sent);
    }
    case null:
      return null;
  }
}

const addressPlace = (address: Partial<Address> | undefined): CarrierPlace => ({
  ...NOWHERE,
  type: 'ADDRESS',
  city: address?.city ?? null,
  country: address?.countryCode ?? null,
});

const centrePlace = ({ city, country }: CarrierPlace): CarrierPlace => ({
  ...NOWHERE,
  type: 'LOGISTIC_CENTER',
  name: city === null ? null : `Centre ${city}`,
  city,
  country,
});

interface Item {
  id: string;
  type?: unknown;
  displayName?: string;
  country?: string;
  address?: { street?: string; buildingNumber?: string; city?: string; postalCode?: string };
}

/** Whether a point is a locker. Any other type, or none, counts as a shop. */
export const isLocker = (list: MovedList, id: string): boolean =>
  (list.source.itemAt(list.indexOf(id)) as Item).type === 'APM';

function pointPlace(list: MovedList, index: number, { destination }: Sent): CarrierPlace {
  const item = list.source.itemAt(index) as Item | undefined;
  if (item === undefined) return addressPlace(destination);
  const { id, type, displayName, country, address } = item;
  return {
    ...NOWHERE,
    id,
    type: type === 'APM' ? 'LOCKER_POINT' : 'PUDO_POINT',
    name: displayName ?? id.replace(/^[A-Z]{2}_/, ''),
    address: [address?.street, address?.buildingNumber].filter(Boolean).join(' ') || null,
    postalCode: address?.postalCode ?? null,
    city: address?.city ?? null,
    country: country ?? null,
  };
}
