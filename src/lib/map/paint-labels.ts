import type { MapLook } from './base-map-look.ts';
import type { BaseMapParts } from './base-map-loader.ts';
import { DOT_RADIUS, FONT_SIZES, type LabelStyle, listCandidates } from './label-candidates.ts';
import { placeLabels, type Rectangle } from './place-labels.ts';
import type { Frame } from './view-canvas.ts';

const WEIGHTS: Readonly<Record<LabelStyle, number>> = { country: 600, large: 600, middle: 500, small: 400 };
const HALO_PIXELS = 3;

/** Writes the names of countries and towns where pins leave room. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  frame: Frame,
  parts: BaseMapParts,
  pins: readonly Rectangle[],
  look: MapLook,
  nameCountry: (code: string) => string,
): void {
  const { colours } = look;
  const setFont = (style: LabelStyle) => {
    context.font = `${WEIGHTS[style]} ${FONT_SIZES[style]}px ${look.fontFamily}`;
    context.letterSpacing = style === 'country' ? '1.5px' : '0px';
  };
  const measure = (text: string, style: LabelStyle) => {
    setFont(style);
    return context.measureText(text).width;
  };
  const colourOf: Record<LabelStyle, string> = {
    country: colours.labelCountry,
    large: colours.label,
    middle: colours.label,
    small: colours.labelSmall,
  };

  context.clearRect(0, 0, frame.width, frame.height);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = HALO_PIXELS;
  context.strokeStyle = colours.halo;
  for (const { candidate, x, y, showsDot } of placeLabels(
    listCandidates(parts, frame, nameCountry, measure),
    pins,
  )) {
    setFont(candidate.style);
    context.fillStyle = colourOf[candidate.style];
    if (showsDot) paintDot(context, candidate.x, candidate.y);
    context.strokeText(candidate.text, x, y);
    context.fillText(candidate.text, x, y);
  }
}

function paintDot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, DOT_RADIUS, 0, 2 * Math.PI);
  context.stroke();
  context.fill();
}
