/** The exports of `@droppoint/platform/order`: what is the same in every shop engine. */
export { Accounts, type Carrier, type CarrierOptions } from './accounts.ts';
export {
  isAddressOf,
  isFilled,
  isSameCountry,
  moveToCustomer,
  moveToPoint,
  type Move,
  type OrderAddresses,
  type PlainAddress,
} from './addresses.ts';
export { createReturnOnce, type PickupReturn, type ReturnStore, type StoredReturn } from './create-return.ts';
export { decideOrder, type Decision, type OrderToDecide } from './decide-order.ts';
export {
  describeFailure,
  fetchParcels,
  type DescribedFailure,
  type DescribedParcel,
} from './describe-parcel.ts';
export {
  applyEvent,
  EarlyEvents,
  receiveEvent,
  type KnownState,
  type ParcelChange,
  type ParcelStore,
  type ReceivedEvent,
} from './events.ts';
export { fetchShipmentLabel, nameLabel } from './label.ts';
export { explainFixedPoint, type OpenParcel, type OpenParcelStore } from './open-parcel.ts';
export { toParcelDelivery, type Delivery } from './parcel-delivery.ts';
export { fetchParcelTexts, type ParcelNews } from './parcel-texts.ts';
export { BATCH_SIZE, recheckOrders, type RecheckResult, type Waiting, type WaitingOrder } from './recheck.ts';
export {
  createParcel,
  identifyParcel,
  ParcelRefusedError,
  splitName,
  type CreatedParcel,
  type EarlierParcel,
  type ParcelOrder,
  type Pieces,
} from './shipment.ts';
export { applyDefaults, type ShopOptions, type WithDefaults } from './shop-options.ts';
export {
  preserveKnown,
  Points,
  refusePoint,
  type PickupPoint,
  type PickupPointAlternative,
  type PointNeeds,
  type PointProblem,
  type Verdict,
} from './verdict.ts';
