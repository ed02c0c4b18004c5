import { applyDefaults, type ShopOptions, type WithDefaults } from '@droppoint/platform/order';
import type { CheckOptions } from '@droppoint/platform/shop';
import type { Order, OrderLine } from '@vendure/core';

/** Conditions of an order that its shipping method can't express, such as "too heavy for a locker". */
export type OrderFilter = NonNullable<CheckOptions['filter']>;

/** `channels`: by the channel's code. */
export interface DroppointOptions extends ShopOptions {
  /** Weight of one item of a line in kilograms. Default: 1. */
  kilograms?: (line: OrderLine) => number;
  /**
   * A filter for the picker and for the check on the server. It runs on every change of an order, so don't
   * use the network. Default: none.
   */
  filter?: (order: Order) => OrderFilter | undefined;
  /** When to check the points of waiting orders again, in cron syntax. Default: `15 3 * * *`. */
  recheckAt?: string;
}

const DEFAULTS = { kilograms: () => 1, recheckAt: '15 3 * * *' } satisfies Partial<DroppointOptions>;

export type VendureSettings = WithDefaults<DroppointOptions, keyof typeof DEFAULTS>;

/** Code of the fulfilment handler. */
export const HANDLER_CODE = 'droppoint';

/** Nest's injection token for the settings. */
export const SETTINGS_TOKEN = Symbol('Droppoint settings');

/** @throws TypeError if the origin isn't a URL */
export const applyVendureDefaults = (options: DroppointOptions): VendureSettings =>
  applyDefaults({ ...DEFAULTS, ...options });
