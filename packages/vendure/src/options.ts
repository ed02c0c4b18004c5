import type { LabelFormat, WebhookKey } from '@droppoint/platform';
import type { CarrierOptions } from '@droppoint/platform/order';
import type { CheckOptions } from '@droppoint/platform/shop';
import type { Order, OrderLine } from '@vendure/core';

/** Conditions of an order that its shipping method can't express, such as "too heavy for a locker". */
export type OrderFilter = NonNullable<CheckOptions['filter']>;

export interface DroppointOptions {
  /** Droppoint's origin: `https://points.example`. */
  origin: string;
  /** Without it, the plugin offers and checks points, but doesn't send parcels. */
  carrier?: CarrierOptions;
  /** Settings that differ in a channel, by the channel's code. */
  channels?: Readonly<Record<string, Partial<CarrierOptions>>>;
  /** Weight of one item of a line in kilograms. Default: 1. */
  kilograms?: (line: OrderLine) => number;
  /**
   * A filter for the picker and for the check on the server. It runs on every change of an order, so don't
   * use the network. Default: none.
   */
  filter?: (order: Order) => OrderFilter | undefined;
  /** Default: `pdf-a6`. */
  labelFormat?: LabelFormat;
  /**
   * Keys that verify the events that the carrier pushes to `/droppoint/events`. Default: none, and all
   * events are refused.
   */
  webhookKeys?: readonly WebhookKey[];
  /** When to check the points of waiting orders again, in cron syntax. Default: `15 3 * * *`. */
  recheckAt?: string;
}

const DEFAULTS = {
  channels: {},
  kilograms: () => 1,
  labelFormat: 'pdf-a6',
  webhookKeys: [],
  recheckAt: '15 3 * * *',
} satisfies Omit<DroppointOptions, 'origin'>;

export type Settings = DroppointOptions & Required<Pick<DroppointOptions, keyof typeof DEFAULTS>>;

/** Code of the fulfilment handler. */
export const HANDLER_CODE = 'droppoint';

/** Nest's injection token for the settings. */
export const SETTINGS = Symbol('Droppoint settings');

export const applyDefaults = (options: DroppointOptions): Settings => ({ ...DEFAULTS, ...options });
