/** The exports of `@droppoint/medusa`. */
export { DroppointEvents } from './events.ts';
export { guardCart } from './guard-cart.ts';
export { recheckPoints } from './recheck.ts';
export { droppoint, type DroppointOptions, type PickupOption } from './settings.ts';
export { removePickupPointWorkflow } from './workflows/remove-pickup-point.ts';
export { setPickupPointWorkflow } from './workflows/set-pickup-point.ts';
