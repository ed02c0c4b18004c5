import * as z from 'zod/mini';
import type { Desk } from '../desk.svelte.ts';
import { keepProfiles, readProfiles, type Profile } from '../profiles.ts';
import { writtenAddressSchema, writtenPartySchema } from '../written.ts';
import {
  emptyPickup,
  placeOfParcel,
  writtenPickupSchema,
  type PickupPlace,
  type WrittenPickup,
} from './written-pickup.ts';

export const PICKUP_DRAFT = 'pickup-draft';
/** What was last said of each sender's place, by the sender's id. */
const DESCRIPTIONS = 'pickup-descriptions';
const OLD_PLACE = 'pickup-place';

const descriptionsSchema = z.record(z.string(), z.string());
export type Descriptions = z.infer<typeof descriptionsSchema>;

/** Pickups had places of their own before they used the senders' profiles. */
const oldPlaceSchema = z.object({
  address: writtenAddressSchema,
  contact: writtenPartySchema,
  description: z.catch(z.string(), ''),
});
const oldDraftSchema = z.object({ place: oldPlaceSchema });

/** The form as it was kept, and what was last said of each place. A place that an older version kept becomes a sender. @throws DeskError */
export async function readPickupDraft(
  desk: Desk,
): Promise<{ written: WrittenPickup; descriptions: Descriptions }> {
  const written = (await desk.readSetting(PICKUP_DRAFT, writtenPickupSchema)) ?? emptyPickup();
  const descriptions = (await desk.readSetting(DESCRIPTIONS, descriptionsSchema)) ?? {};
  const typed = (await desk.readSetting(PICKUP_DRAFT, oldDraftSchema))?.place ?? null;
  const kept = await desk.readSetting(OLD_PLACE, oldPlaceSchema);
  if (typed === null && kept === null) {
    await adoptLatest(desk);
    return { written, descriptions };
  }
  for (const old of [kept, typed]) {
    if (old === null) continue;
    const { address, contact: party, description } = old;
    if (!isTyped({ address, party })) continue;
    const profileId = await adopt(desk, { address, party });
    descriptions[profileId] = description;
    Object.assign(written, { profileId, description });
  }
  await keepDescriptions(desk, descriptions);
  await desk.keepSetting(PICKUP_DRAFT, written);
  await desk.keepSetting(OLD_PLACE, null);
  return { written, descriptions };
}

/** @throws DeskError */
export const keepDescriptions = (desk: Desk, descriptions: Descriptions): Promise<void> =>
  desk.keepSetting(DESCRIPTIONS, descriptions);

/** Without any sender, that of the latest parcel which was fetched. */
async function adoptLatest(desk: Desk): Promise<void> {
  if ((await readProfiles(desk)).profiles.length > 0) return;
  for (const parcel of desk.parcels) {
    const place = placeOfParcel(parcel);
    if (place !== null) return void (await adopt(desk, place));
  }
}

/** A country alone was there from the start. */
const isTyped = ({ address, party }: PickupPlace) =>
  Object.values({ ...address, countryCode: '', ...party }).some((text) => text.trim() !== '');

/** The id of the sender who has this place; it is added if there is none. */
async function adopt(desk: Desk, place: PickupPlace): Promise<string> {
  const { chosen, profiles } = await readProfiles(desk);
  const known = profiles.find((each) => isSame(each, place));
  if (known !== undefined) return known.id;
  const { address, party } = place;
  const lines = [`${address.street} ${address.houseNumber}`, address.city].map((line) => line.trim());
  const profile: Profile = {
    id: crypto.randomUUID(),
    name: lines.filter(Boolean).join(', ') || `${party.firstName} ${party.lastName}`.trim(),
    ...{ party, address, handIn: 'address' },
  };
  await keepProfiles(desk, { chosen: chosen || profile.id, profiles: [...profiles, profile] });
  return profile.id;
}

/** The phone's last digits: its prefix may be left out in one of them. Companies aren't told to couriers. */
const DIGITS = 7;

const isSame = (one: PickupPlace, other: PickupPlace) => foldPlace(one) === foldPlace(other);

function foldPlace({ address, party }: PickupPlace): string {
  const { street, houseNumber, flatNumber, postalCode, city, countryCode } = address;
  const phone = party.phone.replaceAll(/\D/g, '').slice(-DIGITS);
  return [
    ...[street, houseNumber, flatNumber, postalCode, city, countryCode],
    ...[party.firstName, party.lastName, party.email, phone],
  ]
    .map((text) => text.trim().toLowerCase())
    .join('\n');
}
