import { findFieldErrors } from '#platform/check-body.ts';
import type { FieldError } from '#platform/errors.ts';
import { shipmentSchema, type Shipment } from '#platform/shipping.ts';
import type { Phone } from '#contract/phone.ts';
import type { Profile } from './profiles.ts';
import { toAddress, toParty } from './party-form.ts';

export type SenderFields = Pick<Shipment, 'sender' | 'origin'>;

/** No sender chosen yet: rows are still checked, but nothing is sent. */
export const NO_SENDER = { sender: {}, origin: {} } as unknown as SenderFields;

/** The sender's part of a body. */
export function toSenderFields(
  { party, address, handIn }: Pick<Profile, 'party' | 'address' | 'handIn'>,
  readPhone: (text: string, country: string) => Phone | null,
): SenderFields {
  const { countryCode, ...others } = toAddress(address);
  const sender = toParty(party);
  const phone = readPhone(sender.phone ?? '', countryCode)?.full ?? sender.phone;
  const origin =
    handIn === 'any-point' ? { countryCode, shippingMethod: 'ANY_POINT' } : { countryCode, ...others };
  return { sender: { ...sender, phone }, origin };
}

/** Finds errors of the sender, by path: `sender.email`, `origin.city`. */
export const findSenderErrors = (fields: SenderFields): FieldError[] =>
  findFieldErrors(shipmentSchema, fields).filter(({ path }) => /^(sender|origin)(\.|$)/.test(path));
