import { findFieldErrors } from '#platform/check-body.ts';
import type { FieldError } from '#platform/errors.ts';
import { shipmentSchema, type Shipment } from '#platform/shipping.ts';
import type { Phone } from '../contract/phone.ts';
import type { Profile } from './profiles.ts';
import { addressOf, partyOf } from './written.ts';

export type SenderTerms = Pick<Shipment, 'sender' | 'origin'>;

/** No sender chosen yet: rows are still checked, but nothing is sent. */
export const NO_SENDER = { sender: {}, origin: {} } as unknown as SenderTerms;

/** The sender's part of a body. */
export function senderTermsOf(
  { party, address, handIn }: Pick<Profile, 'party' | 'address' | 'handIn'>,
  readPhone: (text: string, country: string) => Phone | null,
): SenderTerms {
  const { countryCode, ...others } = addressOf(address);
  const sender = partyOf(party);
  const phone = readPhone(sender.phone ?? '', countryCode)?.full ?? sender.phone;
  const origin =
    handIn === 'any-point' ? { countryCode, shippingMethod: 'ANY_POINT' } : { countryCode, ...others };
  return { sender: { ...sender, phone }, origin };
}

/** Finds errors of the sender, by path: `sender.email`, `origin.city`. */
export const findSenderErrors = (terms: SenderTerms): FieldError[] =>
  findFieldErrors(shipmentSchema, terms).filter(({ path }) => /^(sender|origin)(\.|$)/.test(path));
