import * as z from 'zod/mini';
import type { Desk } from '../desk.svelte.ts';
import { saveProfiles, readProfiles, type Profile } from '../profiles.ts';
import { emptyPickupForm, findPickupPlace, pickupFormSchema, type PickupFormData } from './pickup-form.ts';

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
): Promise<{ values: PickupFormData; descriptions: Descriptions }> {
  const values = (await desk.readSetting(PICKUP_DRAFT, pickupFormSchema)) ?? emptyPickupForm();
  const descriptions = (await desk.readSetting(DESCRIPTIONS, descriptionsSchema)) ?? {};
  await saveLatestSender(desk);
  return { values, descriptions };
}

/** @throws DeskError */
export const saveDescriptions = (desk: Desk, descriptions: Descriptions): Promise<void> =>
  desk.saveSetting(DESCRIPTIONS, descriptions);

/** If there is no sender yet, saves that of the latest parcel that a courier collected. */
async function saveLatestSender(desk: Desk): Promise<void> {
  if ((await readProfiles(desk)).profiles.length > 0) return;
  for (const parcel of desk.parcels) {
    const place = findPickupPlace(parcel);
    if (place === null) continue;
    const { address, party } = place;
    const lines = [`${address.street} ${address.houseNumber}`, address.city].map((line) => line.trim());
    const profile: Profile = {
      id: crypto.randomUUID(),
      name: lines.filter(Boolean).join(', ') || `${party.firstName} ${party.lastName}`.trim(),
      ...{ party, address, handIn: 'address' },
    };
    return saveProfiles(desk, { chosen: profile.id, profiles: [profile] });
  }
}
