import type { LabelFormat, WebhookKey } from '@droppoint/platform';
import type { CarrierOptions, PointNeeds } from '@droppoint/platform/order';

/** A way of delivery that staff can make a shipping option of. */
export interface PickupOption extends Partial<PointNeeds> {
  /** Stored in shipping options; don't change it later. */
  id: string;
  /** Its name in Medusa's admin. */
  name: string;
}

export interface DroppointOptions {
  /** Droppoint's origin: `https://points.example`. */
  origin: string;
  /** Conditions of the shipping options on their points. Default: one option for all points. */
  options?: readonly PickupOption[];
  /** Without it, the plugin offers and checks points, but doesn't send parcels. */
  carrier?: CarrierOptions;
  /** Settings that differ in a sales channel, by the channel's id. */
  channels?: Readonly<Record<string, Partial<CarrierOptions>>>;
  /** Weight of an item whose variant has none, in kilograms. Default: 1. */
  kilograms?: number;
  /** Default: `pdf-a6`. */
  labelFormat?: LabelFormat;
  /**
   * Keys that verify the events that the carrier pushes to `/droppoint/events`. Default: none, and all
   * events are refused.
   */
  webhookKeys?: readonly WebhookKey[];
  /** Signs links with which customers create returns themselves: one of `RETURN_LINK_SECRETS`. */
  returnLinkSecret?: string;
}

const DEFAULTS = {
  options: [{ id: 'pickup-point', name: 'Pick-up point' }],
  channels: {},
  kilograms: 1,
  labelFormat: 'pdf-a6',
  webhookKeys: [],
} satisfies Omit<DroppointOptions, 'origin'>;

export type Settings = DroppointOptions & Required<Pick<DroppointOptions, keyof typeof DEFAULTS>>;

export const applyDefaults = (options: DroppointOptions): Settings => ({ ...DEFAULTS, ...options });

/** The provider’s id in Medusa. */
export const PROVIDER_ID = 'droppoint_droppoint';

/**
 * Entries of medusa-config: `plugin` for `plugins`, and `provider` for the providers of
 * `@medusajs/medusa/fulfillment`.
 * @throws TypeError if the origin isn't a URL
 */
export function droppoint(options: DroppointOptions) {
  const settings = { ...options, origin: new URL(options.origin).origin };
  return {
    plugin: { resolve: '@droppoint/medusa', options: settings },
    provider: { resolve: '@droppoint/medusa/provider', id: 'droppoint', options: settings },
  };
}
