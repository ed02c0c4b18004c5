import { m } from './messages.ts';

/**
 * Creates a function that names values of the platform's enums. The enums are open: `otherwise` names unknown values.
 * @param names messages by value
 */
export const namesOf =
  (names: Readonly<Record<string, () => string>>, otherwise: (value: string) => string) => (value: string) =>
    Object.hasOwn(names, value) ? names[value]!() : otherwise(value);

export const nameType = namesOf(
  { APM: () => m.card_types_apm(), PUDO: () => m.card_types_pudo() },
  (type) => type || m.card_type_not_given(),
);

/** Where a point is at its site: indoors or outdoors. */
export const namePlacement = namesOf(
  { INDOOR: () => m.card_placements_indoor(), OUTDOOR: () => m.card_placements_outdoor() },
  (placement) => placement || m.card_not_given(),
);

/** A service that a point offers; unknown ones are made readable: `CARD_PAYMENT` becomes `Card payment`. */
export const nameCapability = namesOf(
  {
    PARCEL_COLLECT: () => m.card_capabilities_parcel_collect(),
    PARCEL_SEND: () => m.card_capabilities_parcel_send(),
  },
  readable,
);

/** Converts constant names to plain text; anything else stays unchanged. */
function readable(value: string): string {
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(value)) return value;
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
