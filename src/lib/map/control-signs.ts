import { draw, shape } from './pin-drawings.ts';

const SIGNS = {
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  /** An "i" in a circle. */
  about: 'M10 2a8 8 0 0 1 0 16 8 8 0 0 1 0-16zM10 9.500v4.500M10 6.250v.01',
};

/** Draws the sign of a button. */
export function drawSign(sign: keyof typeof SIGNS): SVGSVGElement {
  return draw('dp-sign', '0 0 20 20', [shape('path', { d: SIGNS[sign] })]);
}
