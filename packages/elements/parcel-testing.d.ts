import './parcel.js';
import type { DroppointParcel, Parcel } from './parcel-element.js';

/**
 * Sets the state of the element's parcel: sets its property, and dispatches `droppoint-parcel-state` if
 * the state is news.
 * @param fields the fields that a test needs; by default, the parcel is found, and all others are null or
 * empty
 */
export function tellParcel(element: DroppointParcel, fields: Partial<Omit<Parcel, 'number'>>): void;
