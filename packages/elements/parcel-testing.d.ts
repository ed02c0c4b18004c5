import './parcel.js';
import type { DroppointParcel, Parcel } from './parcel-element.js';

/**
 * Droppoint tells of the element's parcel: its property is set, and `droppoint-parcel-state` dispatched if that is news.
 * @param told the fields that a test needs; by default it is found, the others are null or empty
 */
export function tellParcel(element: DroppointParcel, told: Partial<Omit<Parcel, 'number'>>): void;
