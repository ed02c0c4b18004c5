import './register.js';
import type { DroppointPicker, Point, PointSummary } from './element.js';

/** As much of a point as a test cares for. */
export type ChosenPoint = Partial<Point> & { id: string; summary?: Partial<PointSummary> };

/**
 * The shopper opens the picker and chooses a point.
 * @returns whether the shop agreed: no listener of `droppoint-select` has called it off
 * @throws PickerError `disabled`, where there is nothing to choose
 */
export function choosePoint(picker: DroppointPicker, point: ChosenPoint): Promise<boolean>;

/** The shopper closes the picker without choosing. */
export function closePicker(picker: DroppointPicker, reason?: string): void;

/** The picker can't be had: what waits for `open()` is rejected, and `droppoint-error` tells. */
export function failPicker(picker: DroppointPicker, code?: string): void;
