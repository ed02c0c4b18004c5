import type { MapLook } from './base-map-look.ts';

export type LabelStyle = 'country' | 'large' | 'middle' | 'small' | 'street' | 'water' | 'ref' | 'number';

interface Lettering {
  /** Pixels. */
  size: number;
  weight: number;
  spacing: number;
  isItalic: boolean;
}

const lettering = (size: number, weight: number, spacing = 0, isItalic = false): Lettering => ({
  size,
  weight,
  spacing,
  isItalic,
});

const LETTERINGS: Readonly<Record<LabelStyle, Lettering>> = {
  country: lettering(12, 600, 1.5),
  large: lettering(14, 600),
  middle: lettering(13, 500),
  small: lettering(12, 400),
  street: lettering(11, 500),
  water: lettering(11.5, 400, 0.4, true),
  ref: lettering(10, 600),
  number: lettering(10, 400),
};

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const heightOf = (style: LabelStyle): number => LETTERINGS[style].size;

/** Has the context write and measure in a style. */
export function setLettering(context: Context, style: LabelStyle, fontFamily: string): void {
  const { size, weight, spacing, isItalic } = LETTERINGS[style];
  context.font = `${isItalic ? 'italic ' : ''}${weight} ${size}px ${fontFamily}`;
  context.letterSpacing = `${spacing}px`;
}

/** Gives a text's width in pixels. */
export function measureLabel(
  context: Context,
  text: string,
  style: LabelStyle,
  { fontFamily }: MapLook,
): number {
  setLettering(context, style, fontFamily);
  return context.measureText(text).width;
}
