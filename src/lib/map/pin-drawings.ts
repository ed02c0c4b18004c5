/** SVG drawings for the map, created node by node, so that no text from a feed is ever parsed as HTML. */

import { GLYPHS, type PointKind } from '#contract/point-pictures.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Outlines in a box of 36 × 46, the tip at the middle of the bottom. Kinds differ by shape as well as colour. */
const OUTLINES = {
  /** A rounded square with a tip. */
  locker:
    'M7 1.5h22A5.5 5.5 0 0 1 34.5 7v22a5.5 5.5 0 0 1-5.5 5.500h-4.500L18 44.500l-6.5-10H7A5.5 5.5 0 0 1 1.5 29V7A5.5 5.5 0 0 1 7 1.500z',
  /** A drop. */
  round:
    'M18 1.500A16.5 16.5 0 0 1 34.5 18c0 8-5.5 12.5-10 17.5-2.5 2.8-4.5 5.5-6.5 9-2-3.5-4-6.2-6.5-9C7 30.5 1.5 26 1.5 18A16.5 16.5 0 0 1 18 1.500z',
};

export type PinKind = PointKind | 'stack';

/** How far a pin's drawing reaches from its tip, in pixels: all have 36 × 46, but a stack's second outline leans out to the right. */
export const extentOfPin = (kind: PinKind) => ({ aside: kind === 'stack' ? 24 : 18, above: 46, below: 0 });

/** Draws a pin. A stack has no glyph, to leave room for its count, and a second outline behind the first. */
export function drawPin(kind: PinKind): SVGSVGElement {
  const d = kind === 'locker' ? OUTLINES.locker : OUTLINES.round;
  const outline = shape('path', { class: 'dp-pin-outline', d });
  const shapes =
    kind === 'stack'
      ? [shape('path', { class: 'dp-pin-behind', d, transform: 'rotate(14 18 44)' }), outline]
      : [outline, shape('path', { class: 'dp-pin-glyph', d: GLYPHS[kind] })];
  return draw('dp-pin-drawing', '0 0 36 46', shapes);
}

/** Draws the tick of a chosen pin or cluster. */
export function drawTick(): SVGSVGElement {
  const disc = shape('circle', { cx: '10', cy: '10', r: '9' });
  return draw('dp-tick', '0 0 20 20', [disc, shape('path', { d: 'M5.5 10.500l3 3 6-6.5' })]);
}

/** Makes an SVG of some shapes. */
export function draw(name: string, viewBox: string, shapes: readonly SVGElement[]): SVGSVGElement {
  const svg = shape('svg', { class: name, viewBox, 'aria-hidden': 'true' });
  svg.append(...shapes);
  return svg;
}

/** Makes an SVG element with attributes. */
export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
