import './register.js';
import type { DroppointPicker, Point, PointSummary } from './element.js';

/** The fields of a point that a test needs. */
export type ChosenPoint = Partial<Point> & { id: string; summary?: Partial<PointSummary> };

/**
 * The shopper opens the picker and chooses a point.
 * @returns whether the shop accepted the choice: no listener of `droppoint-select` has cancelled it
 * @throws PickerError `disabled`, if the picker is readonly, disabled or not in the document
 */
export function choosePoint(picker: DroppointPicker, point: ChosenPoint): Promise<boolean>;

/** The shopper closes the picker without choosing. */
export function closePicker(picker: DroppointPicker, reason?: string): void;

/** The picker fails: the promise of `open()` rejects, and `droppoint-error` is dispatched. */
export function failPicker(picker: DroppointPicker, code?: string): void;
