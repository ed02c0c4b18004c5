/** The plugin's routes for the admin, and what they answer. */
import { request, send } from './request';

export interface OrderAlternative {
  id: string;
  lines: string[];
  distanceMetres: number;
}

export interface Parcel {
  number: string;
  state: string | null;
  state_at: string | null;
  label_path: string;
}

/** The data of an order to a point. */
export interface OrderData {
  origin: string;
  /** null: the order goes to an address, and has nothing else. */
  needs: { countries: string[]; types: string[]; filter?: object } | null;
  point: { id: string; lines: string[] } | null;
  problem: string | null;
  alternatives: OrderAlternative[];
  /** `open`: it is being created. */
  return: 'open' | { trackingNumber: string; dropOffCode: string } | null;
  parcels: (Parcel & {
    fulfillment_id: string;
    events: { code: string; time: string; place: string | null }[];
  })[];
  /** Why there are no events. */
  carrier_error: string | null;
}

const pathOf = (orderId: string) => `/admin/droppoint/orders/${orderId}`;

export const readOrder = (orderId: string) => request<OrderData>(pathOf(orderId));

export const changePoint = (orderId: string, pointId: string) =>
  request(`${pathOf(orderId)}/pickup-point`, 'POST', { point_id: pointId });

export const postReturn = (orderId: string) => request(`${pathOf(orderId)}/return`, 'POST');

/** An order that a row of a list belongs to. */
interface Listed {
  order_id: string;
  /** The order's number for people; null if the order is gone. */
  display_id: number | null;
}

export type ListedParcel = Parcel & Listed;

export interface ListedPoint extends Listed {
  point: { id: string; lines: string[] } | null;
  problem: string;
  checked_at: string | null;
}

export interface Page<Row> {
  rows: Row[];
  count: number;
}

export const PAGE_SIZE = 20;

const query = (values: object) => String(new URLSearchParams({ limit: String(PAGE_SIZE), ...values }));

/** @param state of the parcels; empty for all */
export const listParcels = (offset: number, state: string) =>
  request<Page<ListedParcel>>(`/admin/droppoint/parcels?${query({ offset: String(offset), state })}`);

export const listClosedPoints = (offset: number) =>
  request<Page<ListedPoint>>(`/admin/droppoint/closed-points?${query({ offset: String(offset) })}`);

export const recheck = () =>
  request<{ checked: number; marked: number; unchecked: number }>('/admin/droppoint/recheck', 'POST');

/**
 * Opens a label in a new tab. The tab is opened at once, because browsers block one that comes later.
 * @throws RequestError
 */
export async function openLabel(path: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const label = await (await send(path)).blob();
    if (tab) tab.location.href = URL.createObjectURL(label);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
