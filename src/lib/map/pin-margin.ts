/** How far outside the view a pin's spot may lie and the pin still be partly visible, in pixels. */
export const MARGIN_PIXELS = 54;
/** While the map is dragged, pins are redrawn after this many pixels: fewer than the margin. */
export const STEP_PIXELS = 32;
