/** The exports of `@droppoint/vendure`. */
export type { PickupPoint, PickupPointAlternative } from './custom-fields.ts';
export type { CarrierOptions, DroppointOptions, OrderFilter } from './options.ts';
export { DroppointPlugin } from './plugin.ts';
export { PickupPointClosedEvent, Rechecks } from './recheck.ts';
export type { PointNeeds } from './shipping-calculator.ts';
export { ParcelStateEvent } from './tracking.ts';
