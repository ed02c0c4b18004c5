/** The exports of `@droppoint/vendure`. */
export type { CarrierOptions, PickupPoint, PickupPointAlternative } from '@droppoint/platform/order';
export type { DroppointOptions, OrderFilter } from './options.ts';
export { DroppointPlugin } from './plugin.ts';
export { PickupPointClosedEvent, Rechecks } from './recheck.ts';
export type { PointNeeds } from './shipping-calculator.ts';
export { ParcelStateEvent } from './tracking.ts';
