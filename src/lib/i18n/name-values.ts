import { m } from './messages.ts';

/*
 * Values of the platform in words. Its enums are open: a value that this version doesn't know is shown as the platform writes it,
 * a service in small letters.
 */

export function nameType(type: string): string {
  switch (type) {
    case 'APM':
      return m.card_types_apm();
    case 'PUDO':
      return m.card_types_pudo();
    default:
      return type || m.card_type_not_given();
  }
}

/** Where at its site a point stands. */
export function namePlacement(locationType: string): string {
  switch (locationType) {
    case 'INDOOR':
      return m.card_placements_indoor();
    case 'OUTDOOR':
      return m.card_placements_outdoor();
    default:
      return locationType || m.card_not_given();
  }
}

/** What can be done at a point: `CARD_PAYMENT`, which this version doesn't know, becomes `Card payment`. */
export function nameCapability(capability: string): string {
  switch (capability) {
    case 'PARCEL_COLLECT':
      return m.card_capabilities_parcel_collect();
    case 'PARCEL_SEND':
      return m.card_capabilities_parcel_send();
    default:
      return readable(capability);
  }
}

/** Constants of programs as people write; anything else stays as it is. */
function readable(value: string): string {
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(value)) return value;
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
