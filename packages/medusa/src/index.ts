/** The exports of `@droppoint/medusa`. */
export { DroppointEvents, type ParcelStateData } from './events.ts';
export { guardCart } from './guard-cart.ts';
export { describeParcel } from './parcels.ts';
export { recheckPoints } from './recheck.ts';
export { droppoint, type DroppointOptions, type PickupOption } from './settings.ts';
export { removePickupPointWorkflow, setPickupPointWorkflow } from './workflows/pickup-point.ts';
