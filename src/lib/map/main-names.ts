import type { Frame } from './frame.ts';
import type { LabelCandidate, Offset } from './place-labels.ts';

/** Zoom from which a view is of one town. */
const ONE_TOWN_FROM_ZOOM = 9;
/** Names that a wider view always has. */
const MAIN_NAMES = 3;
/** Rings around a spot on which a main name may be written, in pixels. */
const RADII = [24, 36, 48, 60, 72, 84, 96, 108, 120];
const DIRECTIONS = 16;
const DOT_REACH_PIXELS = 48;

/**
 * Lets the first names of places in view be written farther from their spots, where pins leave room: a map that
 * doesn't name the town that it shows is of little use.
 */
export function withMainNames(names: readonly LabelCandidate[], { view, zoom }: Frame): LabelCandidate[] {
  let left = zoom < ONE_TOWN_FROM_ZOOM ? MAIN_NAMES : 1;
  return names.map((name) => {
    const isInView =
      name.x >= view.left && name.x <= view.right && name.y >= view.top && name.y <= view.bottom;
    if (!isInView || left === 0) return name;
    left--;
    // A town with a dot is small: a name beside or far from it would look like that of another, or of the sea.
    const isAtDot = ({ x, y }: Offset) => Math.abs(x) <= name.width / 2 && Math.abs(y) <= DOT_REACH_PIXELS;
    const rings = [...ringsAround(name, view)];
    return { ...name, offsetsFar: name.dotRadius > 0 ? rings.filter(isAtDot) : rings };
  });
}

/** Offsets on rings, the nearest first, at which the text is in view. */
function* ringsAround({ x, y, width, height }: LabelCandidate, view: Frame['view']): Generator<Offset> {
  for (const radius of RADII)
    for (let at = 0; at < DIRECTIONS; at++) {
      // Below the spot first, as names are expected there.
      const angle = Math.PI / 2 + ((at % 2 === 0 ? at : -at - 1) / DIRECTIONS) * Math.PI;
      // An ellipse, because texts are wide.
      const offset = { x: Math.cos(angle) * (radius + width / 2), y: Math.sin(angle) * radius };
      const [middle, line] = [x + offset.x, y + offset.y];
      const isInside =
        middle - width / 2 >= view.left &&
        middle + width / 2 <= view.right &&
        line - height / 2 >= view.top &&
        line + height / 2 <= view.bottom;
      if (isInside) yield offset;
    }
}
