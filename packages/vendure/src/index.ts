/** The exports of `@droppoint/vendure`. */
// With the types of the fields that the plugin adds to orders and fulfilments.
import './custom-fields.ts';

export type { CarrierOptions, PickupPoint, PickupPointAlternative } from '@droppoint/platform/order';
export type { DroppointOptions, OrderFilter } from './options.ts';
export { DroppointPlugin } from './plugin.ts';
export { PickupPointClosedEvent, Rechecks } from './recheck.ts';
export type { PointNeeds } from './shipping-calculator.ts';
export { ParcelStateEvent } from './tracking.ts';
