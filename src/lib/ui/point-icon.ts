import type { Drawing } from './icons.ts';
import { GLYPHS, pointKind } from '#contract/point-pictures.ts';

/** The glyph of a point's pin, as an icon. @param type of the point; an open enum */
export const pointIcon = (type: string): Drawing => ({
  node: [['path', { d: GLYPHS[pointKind(type)], transform: 'translate(-6 -6)' }]],
});
