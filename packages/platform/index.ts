/** What `@droppoint/platform` exports. */
export {
  createPlatform,
  type CallOptions,
  type CallSignal,
  type NearOptions,
  type NearPoint,
  type Platform,
  type PlatformOptions,
} from './client.ts';
export { makeDeduplicationId } from './deduplication-id.ts';
export { describeError, describeField } from './describe-error.ts';
export { AppError, type ErrorCode, type FieldError } from './errors.ts';
export { LABEL_FORMATS, type Label, type LabelFormat } from './labels.ts';
export { OPERATIONS } from './operations.ts';
export { compareEvents, isFurther, stateOfEvent, stateOfParcel, type ParcelState } from './parcel-state.ts';
export type { Pickup } from './pickups.ts';
export type { Point } from './point.ts';
export type { Bearer } from './request.ts';
export type { Return } from './returns.ts';
export type { Shipment } from './shipping.ts';
export { eventsOf, type ParcelEvent, type TrackedParcel } from './tracking.ts';
export { UnknownOutcomeError } from './unknown-outcome.ts';
export { readWebhook, type WebhookEvent, type WebhookOptions } from './webhook.ts';
export type { WebhookKey } from './webhook-keys.ts';
export type { WebhookRequest } from './webhook-request.ts';
