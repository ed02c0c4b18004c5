import { foldName } from '#network/snapshot-format/fold.ts';
import { nameRecipient, type DeskParcel } from '../parcel.ts';

/** Recipient of an earlier parcel. */
export interface KnownRecipient {
  /** Identifies the recipient. */
  key: string;
  name: string;
  /** Company and place, for display. */
  detail: string;
  /** The latest parcel to them. */
  parcel: DeskParcel;
  /** Folded words for the search. */
  words: readonly string[];
}

/**
 * Lists the recipients of parcels that the platform has or may have.
 * @param parcels newest first
 * @returns latest first
 */
export function listRecipients(parcels: readonly DeskParcel[]): KnownRecipient[] {
  const recipients = new Map<string, KnownRecipient>();
  for (const parcel of parcels) {
    if (parcel.state === 'draft' || parcel.state === 'refused') continue;
    const { companyName = '', email } = parcel.shipment.recipient;
    const name = nameRecipient(parcel);
    const key = foldName(`${email} ${name}`);
    if (recipients.has(key)) continue;
    const { street = '', city = '' } = parcel.shipment.destination as { street?: string; city?: string };
    const place = parcel.pointName || [street, city].filter((part) => part !== '').join(', ');
    const detail = [companyName === name ? '' : companyName, place].filter((part) => part !== '').join(' · ');
    const words = foldName(`${name} ${companyName} ${email}`).split(' ');
    recipients.set(key, { key, name, detail, parcel, words });
  }
  return [...recipients.values()];
}

/** Finds recipients for whom every typed word is the start of one of their words. */
export function findRecipients(
  recipients: readonly KnownRecipient[],
  text: string,
  limit: number,
): KnownRecipient[] {
  const typed = foldName(text)
    .split(' ')
    .filter((word) => word !== '');
  if (typed.length === 0) return recipients.slice(0, limit);
  const found: KnownRecipient[] = [];
  for (const each of recipients) {
    if (typed.every((word) => each.words.some((own) => own.startsWith(word)))) found.push(each);
    if (found.length === limit) break;
  }
  return found;
}
