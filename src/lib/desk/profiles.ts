import * as z from 'zod/mini';
import type { Desk } from './desk.svelte.ts';
import type { DeskParcel } from './parcel.ts';
import { addressFormSchema, partyFormSchema } from './party-form.ts';

/** A sender, and how its parcels are handed in: collected at the address, or brought to any point. */
export const profileSchema = z.object({
  id: z.string(),
  /** Display name. */
  name: z.string(),
  party: partyFormSchema,
  address: addressFormSchema,
  handIn: z.catch(z.enum(['address', 'any-point']), 'any-point'),
});
export type Profile = z.infer<typeof profileSchema>;

export const profilesSchema = z.object({
  /** Id of the profile that was used last; empty if there is none. */
  chosen: z.catch(z.string(), ''),
  profiles: z.array(profileSchema),
});
export type Profiles = z.infer<typeof profilesSchema>;

const PROFILES = 'profiles';

export const readProfiles = async (desk: Desk): Promise<Profiles> =>
  (await desk.readSetting(PROFILES, profilesSchema)) ?? { chosen: '', profiles: [] };

/** @param profiles plain data @throws DeskError */
export const saveProfiles = (desk: Desk, profiles: Profiles): Promise<void> =>
  desk.saveSetting(PROFILES, profiles);

/** Finds the profile that a parcel was sent with, by comparing the sender's names and e-mail address. */
export const findProfile = (
  profiles: readonly Profile[],
  { shipment: { sender } }: Pick<DeskParcel, 'shipment'>,
): Profile | null =>
  profiles.find(({ party }) =>
    (['firstName', 'lastName', 'companyName', 'email'] as const).every(
      (name) => party[name].trim() === (sender[name] ?? ''),
    ),
  ) ?? null;
