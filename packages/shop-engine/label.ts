import type { Label, LabelFormat } from '#platform/labels.ts';
import type { Carrier } from './accounts.ts';

/** Fetches the label of a parcel. @throws AppError if the carrier doesn't answer with one */
export const fetchShipmentLabel = async (
  { platform, organizationId }: Pick<Carrier, 'platform' | 'organizationId'>,
  trackingNumber: string,
  format: LabelFormat,
): Promise<Label> => (await platform.shipments.label(organizationId, trackingNumber, format)).data;

/**
 * Names a label's file at random: the label has the recipient's name and phone, and anyone who knows a file's
 * name may be able to open it.
 */
export const nameLabel = ({ type }: Label): string =>
  `${crypto.randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'txt'}`;
