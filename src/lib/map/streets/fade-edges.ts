import type { Context } from '../label-styles.ts';
import type { Rectangle } from '../place-labels.ts';

/**
 * Streets fade out over this distance from their area's edge: an abrupt end would look like a
 * fault.
 */
export const FADE_PIXELS = 32;

/**
 * Makes the painted part of an area transparent towards the area's edges.
 * @param picture the painted part; both in units of the context
 * @param length of the transition, in these units
 */
export function fadeEdges(context: Context, area: Rectangle, picture: Rectangle, length: number): void {
  const isAcross = (edge: number, from: number, to: number) => edge > from - length && edge < to + length;
  const fade = (fromX: number, fromY: number, toX: number, toY: number) => {
    const gradient = context.createLinearGradient(fromX, fromY, toX, toY);
    gradient.addColorStop(0, '#000');
    gradient.addColorStop(1, '#0000');
    context.fillStyle = gradient;
    context.fillRect(picture.left, picture.top, picture.right - picture.left, picture.bottom - picture.top);
  };
  const { left, top, right, bottom } = area;
  context.globalCompositeOperation = 'destination-out';
  if (isAcross(left, picture.left, picture.right)) fade(left, 0, left + length, 0);
  if (isAcross(right, picture.left, picture.right)) fade(right, 0, right - length, 0);
  if (isAcross(top, picture.top, picture.bottom)) fade(0, top, 0, top + length);
  if (isAcross(bottom, picture.top, picture.bottom)) fade(0, bottom, 0, bottom - length);
}
