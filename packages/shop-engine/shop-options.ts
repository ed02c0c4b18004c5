import type { LabelFormat } from '#platform/labels.ts';
import type { WebhookKey } from '#platform/webhook-keys.ts';
import type { CarrierOptions } from './accounts.ts';

/** Options of a shop that are the same in every engine. */
export interface ShopOptions {
  /** Droppoint's origin: `https://points.example`. */
  origin: string;
  /** Without it, the plugin offers and checks points, but doesn't send parcels. */
  carrier?: CarrierOptions;
  /** Settings that differ in a sales channel, by the channel's code or id. */
  channels?: Readonly<Record<string, Partial<CarrierOptions>>>;
  /** Default: `pdf-a6`. */
  labelFormat?: LabelFormat;
  /**
   * Keys that verify the events that the carrier pushes to `/droppoint/events`. Default: none, and all
   * events are refused.
   */
  webhookKeys?: readonly WebhookKey[];
}

const DEFAULTS = {
  channels: {},
  labelFormat: 'pdf-a6',
  webhookKeys: [],
} satisfies Partial<ShopOptions>;

/** Options with their defaults; `Own`: names of the engine's own options that have one. */
export type WithDefaults<Options extends ShopOptions, Own extends keyof Options = never> = Options &
  Required<Pick<ShopOptions, keyof typeof DEFAULTS>> &
  Required<Pick<Options, Own>>;

/** @throws TypeError if the origin isn't a URL */
export const applyDefaults = <Options extends ShopOptions>(options: Options): WithDefaults<Options> => ({
  ...DEFAULTS,
  ...options,
  origin: new URL(options.origin).origin,
});
