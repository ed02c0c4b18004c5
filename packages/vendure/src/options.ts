import type { LabelFormat, Shipment, WebhookKey } from '@droppoint/platform';
import type { CheckOptions } from '@droppoint/platform/shop';
import type { Order, OrderLine } from '@vendure/core';

/** The shop's account with the carrier, and where its parcels come from. */
export interface CarrierOptions {
  /** Of the platform's API host. */
  baseUrl: string;
  /** Of its token host. */
  authUrl: string;
  clientId: string;
  /** Must not get into a page. */
  clientSecret: string;
  organizationId: string;
  sender: Shipment['sender'];
  /** Where a courier fetches parcels, or how they are handed in. */
  warehouse: Shipment['origin'];
}

/** Conditions of an order that its shipping method can't express, such as "too heavy for a locker". */
export type OrderFilter = NonNullable<CheckOptions['filter']>;

export interface DroppointOptions {
  /** Of Droppoint: `https://points.example`. */
  origin: string;
  /** Without it points are chosen and checked, but parcels are sent by other means. */
  carrier?: CarrierOptions;
  /** What differs in a channel, by the channel's code. */
  channels?: Readonly<Record<string, Partial<CarrierOptions>>>;
  /** Weight of one piece of a line, kilograms. Default: 1. */
  kilograms?: (line: OrderLine) => number;
  /** For the picker and for the check on the server. It runs whenever an order changes: no network. Default: none. */
  filter?: (order: Order) => OrderFilter | undefined;
  /** Default: `pdf-a6`. */
  labelFormat?: LabelFormat;
  /** With which the carrier signs the events that it pushes to `/droppoint/events`. Default: none, and all are refused. */
  webhookKeys?: readonly WebhookKey[];
  /** When the points of orders that wait are checked again, as cron writes it. Default: `15 3 * * *`. */
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

/** Token of Nest for the settings. */
export const SETTINGS = Symbol('Droppoint settings');

export const fillIn = (options: DroppointOptions): Settings => ({ ...DEFAULTS, ...options });
