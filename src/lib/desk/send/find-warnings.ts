import { fitsLocker, LOCKER_KILOGRAMS, LOCKER_SIZES } from '../locker-size.ts';
import { readLength, readWeight } from '../measure.ts';
import type { PointFact } from '../point-facts.ts';
import type { ShipmentForm } from './shipment-form.ts';

/** Reasons why a parcel that may be sent is likely to be refused or returned. */
export type Warning = 'gone' | 'collect' | 'large' | 'heavy' | 'phone';

/** @param fact facts about the chosen point; null: not loaded yet */
export function findWarnings(form: ShipmentForm, fact: PointFact | null): Warning[] {
  if (form.to !== 'point' || form.point === null) return [];
  const warnings: Warning[] = [];
  if (fact?.state === 'gone') warnings.push('gone');
  if (fact?.state === 'refuses') warnings.push('collect');
  if (fact?.isLocker !== false) {
    if (isTooLarge(form)) warnings.push('large');
    if ((readWeight(form.weight) ?? 0) > LOCKER_KILOGRAMS) warnings.push('heavy');
  }
  const { phone, lastName } = form.recipient;
  if (phone.trim() === '' && lastName.trim() !== '') warnings.push('phone');
  return warnings;
}

function isTooLarge({ size, ...own }: ShipmentForm): boolean {
  if (size !== 'own') return !fitsLocker(LOCKER_SIZES[size]);
  const [length, width, height] = [own.length, own.width, own.height].map((text) => readLength(text) ?? 0);
  return !fitsLocker({ length: length!, width: width!, height: height! });
}
