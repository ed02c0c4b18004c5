import {
  applyDefaults,
  type PointNeeds,
  type ShopOptions,
  type WithDefaults,
} from '@droppoint/platform/order';

/** A way of delivery that staff can make a shipping option of. */
export interface PickupOption extends Partial<PointNeeds> {
  /** Stored in shipping options; don't change it later. */
  id: string;
  /** Its name in Medusa's admin. */
  name: string;
}

/** `channels`: by the sales channel's id. */
export interface DroppointOptions extends ShopOptions {
  /** Conditions of the shipping options on their points. Default: one option for all points. */
  options?: readonly PickupOption[];
  /** Weight of an item whose variant has none, in kilograms. Default: 1. */
  kilograms?: number;
  /** Signs links with which customers create returns themselves: one of `RETURN_LINK_SECRETS`. */
  returnLinkSecret?: string;
}

const DEFAULTS = {
  options: [{ id: 'pickup-point', name: 'Pick-up point' }],
  kilograms: 1,
} satisfies Partial<DroppointOptions>;

export type MedusaSettings = WithDefaults<DroppointOptions, keyof typeof DEFAULTS>;

/** The provider’s id in Medusa. */
export const PROVIDER_ID = 'droppoint_droppoint';

/** The route of a parcel's label. */
export const labelPathOf = (number: string): string =>
  `/admin/droppoint/labels/${encodeURIComponent(number)}`;

/**
 * Entries of medusa-config: `plugin` for `plugins`, and `provider` for the providers of
 * `@medusajs/medusa/fulfillment`.
 * @throws TypeError if the origin isn't a URL
 */
export function droppoint(options: DroppointOptions) {
  const settings: MedusaSettings = applyDefaults({ ...DEFAULTS, ...options });
  return {
    plugin: { resolve: '@droppoint/medusa', options: settings },
    provider: { resolve: '@droppoint/medusa/provider', id: 'droppoint' },
  };
}
