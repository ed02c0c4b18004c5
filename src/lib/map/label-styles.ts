import type { MapColours, MapLook } from './base-map-look.ts';

export type LabelStyle =
  | 'country'
  | 'large'
  | 'middle'
  | 'small'
  | 'street'
  | 'far-street'
  | 'water'
  | 'ref'
  | 'number';

interface Lettering {
  /** Pixels. */
  size: number;
  weight: number;
  colour: keyof MapColours;
  /** Additional space between letters, in pixels. */
  spacing?: number;
  isItalic?: boolean;
}

const LETTERINGS: Readonly<Record<LabelStyle, Lettering>> = {
  country: { size: 12, weight: 600, colour: 'label-country', spacing: 1.5 },
  large: { size: 14, weight: 600, colour: 'label' },
  middle: { size: 13, weight: 500, colour: 'label' },
  small: { size: 12, weight: 400, colour: 'label-small' },
  street: { size: 11, weight: 500, colour: 'label-street' },
  'far-street': { size: 10, weight: 500, colour: 'label-street' },
  water: { size: 11.5, weight: 400, colour: 'label-water', spacing: 0.4, isItalic: true },
  ref: { size: 10, weight: 600, colour: 'label-street' },
  number: { size: 10, weight: 400, colour: 'label-small' },
};

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const heightOf = (style: LabelStyle): number => LETTERINGS[style].size;
export const colourOf = (style: LabelStyle): keyof MapColours => LETTERINGS[style].colour;

/** Sets the context's font for writing and measuring in a style. */
export function setLettering(context: Context, style: LabelStyle, fontFamily: string): void {
  const { size, weight, spacing = 0, isItalic = false } = LETTERINGS[style];
  context.font = `${isItalic ? 'italic ' : ''}${weight} ${size}px ${fontFamily}`;
  context.letterSpacing = `${spacing}px`;
}

/** Returns a text's width in pixels. */
export function measureLabel(
  context: Context,
  text: string,
  style: LabelStyle,
  { fontFamily }: MapLook,
): number {
  setLettering(context, style, fontFamily);
  return context.measureText(text).width;
}
