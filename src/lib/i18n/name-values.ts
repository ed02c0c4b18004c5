import { m } from './messages.ts';

/**
 * Makes names for values of the platform. Its enums are open: `otherwise` names what this version doesn't know.
 * @param names sentences by value
 */
const namesOf =
  (names: Readonly<Record<string, () => string>>, otherwise: (value: string) => string) => (value: string) =>
    Object.hasOwn(names, value) ? names[value]!() : otherwise(value);

export const nameType = namesOf(
  { APM: () => m.card_types_apm(), PUDO: () => m.card_types_pudo() },
  (type) => type || m.card_type_not_given(),
);

/** Where at its site a point stands. */
export const namePlacement = namesOf(
  { INDOOR: () => m.card_placements_indoor(), OUTDOOR: () => m.card_placements_outdoor() },
  (placement) => placement || m.card_not_given(),
);

/** What can be done at a point: `CARD_PAYMENT`, which this version doesn't know, becomes `Card payment`. */
export const nameCapability = namesOf(
  {
    PARCEL_COLLECT: () => m.card_capabilities_parcel_collect(),
    PARCEL_SEND: () => m.card_capabilities_parcel_send(),
  },
  readable,
);

/** Constants of programs as people write; anything else stays as it is. */
function readable(value: string): string {
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(value)) return value;
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
