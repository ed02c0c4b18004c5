import * as z from 'zod/mini';
import type { Desk } from '../desk.svelte.ts';
import { keepProfiles, readProfiles, type Profile } from '../profiles.ts';
import { emptyPickup, placeOfParcel, writtenPickupSchema, type WrittenPickup } from './written-pickup.ts';

export const PICKUP_DRAFT = 'pickup-draft';
/** The last description of each sender's place, by the sender's id. */
const DESCRIPTIONS = 'pickup-descriptions';

const descriptionsSchema = z.record(z.string(), z.string());
export type Descriptions = z.infer<typeof descriptionsSchema>;

/**
 * Reads the saved form and the last description of each place. If there is no sender, saves one.
 * @throws DeskError
 */
export async function readPickupDraft(
  desk: Desk,
): Promise<{ written: WrittenPickup; descriptions: Descriptions }> {
  const written = (await desk.readSetting(PICKUP_DRAFT, writtenPickupSchema)) ?? emptyPickup();
  const descriptions = (await desk.readSetting(DESCRIPTIONS, descriptionsSchema)) ?? {};
  await adoptLatest(desk);
  return { written, descriptions };
}

/** @throws DeskError */
export const keepDescriptions = (desk: Desk, descriptions: Descriptions): Promise<void> =>
  desk.keepSetting(DESCRIPTIONS, descriptions);

/** If there is no sender yet, saves that of the latest parcel that a courier collected. */
async function adoptLatest(desk: Desk): Promise<void> {
  if ((await readProfiles(desk)).profiles.length > 0) return;
  for (const parcel of desk.parcels) {
    const place = placeOfParcel(parcel);
    if (place === null) continue;
    const { address, party } = place;
    const lines = [`${address.street} ${address.houseNumber}`, address.city].map((line) => line.trim());
    const profile: Profile = {
      id: crypto.randomUUID(),
      name: lines.filter(Boolean).join(', ') || `${party.firstName} ${party.lastName}`.trim(),
      ...{ party, address, handIn: 'address' },
    };
    return keepProfiles(desk, { chosen: profile.id, profiles: [profile] });
  }
}
