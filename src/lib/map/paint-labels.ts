import { measureLine } from '#network/vector-tile/line.ts';
import type { MapLook } from './base-map-look.ts';
import { colourOf, type Context, setLettering } from './label-styles.ts';
import {
  type Obstacle,
  type LabelCandidate,
  type LabelRun,
  type LineCandidate,
  placeLabels,
} from './place-labels.ts';

const HALO_PIXELS = 3;

/** Writes names on a cleared canvas where pins, controls and more important names leave room. */
export function paintLabels(
  context: Context,
  candidates: readonly (LabelCandidate | LineCandidate)[],
  obstacles: readonly Obstacle[],
  { colours, fontFamily }: MapLook,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.strokeStyle = colours.halo;
  for (const label of placeLabels(candidates, obstacles)) {
    const { text, style } = label.candidate;
    setLettering(context, style, fontFamily);
    context.lineWidth = HALO_PIXELS;
    context.fillStyle = colours[colourOf(style)];
    if ('run' in label) writeAlong(context, text, label.run);
    else {
      if (label.showsDot) paintDot(context, label.candidate);
      if (style === 'ref') paintShield(context, label, colours.halo);
      context.strokeText(text, label.x, label.y);
      context.fillText(text, label.x, label.y);
    }
  }
}

function paintDot(context: Context, { x, y, dotRadius }: LabelCandidate): void {
  context.beginPath();
  context.arc(x, y, dotRadius, 0, 2 * Math.PI);
  context.stroke();
  context.fill();
}

/** Paints the plate below a road's number. */
function paintShield(
  context: Context,
  { candidate: { width, height }, x, y }: { candidate: LabelCandidate; x: number; y: number },
  plate: string,
): void {
  const letters = context.fillStyle;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, 3);
  context.lineWidth = 1;
  context.strokeStyle = letters;
  context.fillStyle = plate;
  context.fill();
  context.stroke();
  context.lineWidth = 0.01;
  context.strokeStyle = plate;
  context.fillStyle = letters;
}

/** Writes text along a line: letter by letter on a bend, else at once, which keeps kerning and ligatures. */
function writeAlong(context: Context, text: string, { course, isStraight }: LabelRun): void {
  if (isStraight) {
    const [x1, y1, x2, y2] = [course[0]!, course[1]!, course.at(-2)!, course.at(-1)!];
    return writeTurned(context, text, (x1 + x2) / 2, (y1 + y2) / 2, Math.atan2(y2 - y1, x2 - x1));
  }
  const letters = [...text];
  const length = measureLine(course);
  /** The average distance between consecutive points. */
  const step = length / (course.length / 2 - 1);
  const start = (length - context.measureText(text).width) / 2;
  let written = '';
  // All halos first, so that none covers the letter before it.
  const places = letters.map((letter) => {
    const before = context.measureText(written).width;
    written += letter;
    const along = (start + (before + context.measureText(written).width) / 2) / step;
    return { letter, ...pointAt(course, along) };
  });
  for (const { letter, x, y, angle } of places) writeTurned(context, letter, x, y, angle, 'halo');
  for (const { letter, x, y, angle } of places) writeTurned(context, letter, x, y, angle, 'letter');
}

/** @param along distance from the start, in steps of the course, which are nearly equal */
function pointAt(course: readonly number[], along: number): { x: number; y: number; angle: number } {
  const last = course.length / 2 - 2;
  const at = Math.max(0, Math.min(Math.floor(along), last));
  const [x1, y1, x2, y2] = [course[2 * at]!, course[2 * at + 1]!, course[2 * at + 2]!, course[2 * at + 3]!];
  const share = along - at;
  const [before, after] = [Math.max(0, at - 1), Math.min(last, at + 1)];
  const angle = Math.atan2(
    course[2 * after + 3]! - course[2 * before + 1]!,
    course[2 * after + 2]! - course[2 * before]!,
  );
  return { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share, angle };
}

function writeTurned(
  context: Context,
  text: string,
  x: number,
  y: number,
  angle: number,
  part: 'halo' | 'letter' | 'both' = 'both',
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  if (part !== 'letter') context.strokeText(text, 0, 0);
  if (part !== 'halo') context.fillText(text, 0, 0);
  context.restore();
}
