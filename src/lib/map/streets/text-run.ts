import { turnRound } from '#network/vector-tile/line.ts';
import type { LabelRun, Rectangle } from '../place-labels.ts';
import type { Frame } from '../frame.ts';

/** The line is sampled at this distance. */
const STEP_PIXELS = 6;
/**
 * Maximum turn of the line from one step to the next (MAX_TURN) and along a whole text (MAX_BEND),
 * in radians.
 */
const MAX_TURN = 0.35;
const MAX_BEND = 1.6;
/** A line within this distance of its chord counts as straight, in pixels. */
const STRAIGHT_PIXELS = 1;
/** Maximum number of stretches returned per line. */
const MAX_RUNS = 8;
/** Maximum number of samples per line: several times the width of a large screen. */
const MAX_STEPS = 1_500;

/**
 * Finds stretches of a line along which a text is readable.
 * @param line x and y alternating, in pixels
 * @param canBend whether the text may be drawn letter by letter
 */
export function findRuns(
  line: readonly number[],
  textWidth: number,
  textHeight: number,
  frame: Pick<Frame, 'width' | 'height' | 'view'>,
  canBend: boolean,
): LabelRun[] {
  const steps = Math.ceil(textWidth / STEP_PIXELS) + 1;
  const found: { run: LabelRun; badness: number }[] = [];
  const apart = (steps * STEP_PIXELS) / 2;
  for (const stretch of stretchesInFrame(line, frame)) {
    const count = stretch.length / 2;
    if (count < steps + 1) continue;
    const points = smooth(stretch);
    const middle = (count - 1) / 2;
    const stride = Math.max(2, Math.floor(steps / 6));
    for (let start = Math.round(middle - steps / 2) % stride; start + steps < count; start += stride) {
      const course = points.slice(2 * start, 2 * (start + steps + 1));
      const bend = bendOf(course);
      const isStraight = deviationOf(course) <= STRAIGHT_PIXELS;
      if (bend > MAX_BEND || (!isStraight && !canBend)) continue;
      const offMiddle = Math.abs(start + steps / 2 - middle) / count;
      found.push({
        run: { course: upright(course), isStraight, boxes: boxesAlong(course, textHeight) },
        badness: bend + offMiddle + (isStraight ? 0 : 0.2) + (isWithin(course, frame.view) ? 0 : 2),
      });
    }
  }
  const chosen: LabelRun[] = [];
  for (const { run } of found.sort((a, b) => a.badness - b.badness)) {
    // Omit stretches close to another: a pin on one would cover them too.
    if (chosen.every((other) => distance(other, run) >= apart)) chosen.push(run);
    if (chosen.length === MAX_RUNS) break;
  }
  return chosen;
}

/** The distance between the starts of two runs. */
function distance({ course: a }: LabelRun, { course: b }: LabelRun): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);
}

/** Samples the parts of a line that lie in the frame, at equal distances. */
function* stretchesInFrame(
  line: readonly number[],
  { width, height }: { width: number; height: number },
): Generator<number[]> {
  let points: number[] = [];
  let left = MAX_STEPS;
  /** Distance of the next sample from the segment's start. */
  let ahead = 0;
  for (let at = 2; at < line.length && left > 0; at += 2) {
    const [x1, y1, x2, y2] = [line[at - 2]!, line[at - 1]!, line[at]!, line[at + 1]!];
    const isOutside =
      Math.max(x1, x2) < 0 || Math.min(x1, x2) > width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > height;
    if (isOutside) {
      if (points.length > 0) yield points;
      points = [];
      ahead = 0;
      continue;
    }
    const length = Math.hypot(x2 - x1, y2 - y1);
    for (; ahead <= length && left > 0; ahead += STEP_PIXELS) {
      const share = length === 0 ? 0 : ahead / length;
      const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
      if (x >= 0 && y >= 0 && x <= width && y <= height) {
        points.push(x, y);
        left--;
      } else if (points.length > 0) {
        yield points;
        points = [];
      }
    }
    ahead -= length;
  }
  if (points.length > 0) yield points;
}

/** Smooths with a moving average, so that letters follow a street but not each of its corners. */
function smooth(points: readonly number[]): number[] {
  const reach = 4;
  return points.map((own, at) => {
    const around = Math.min(reach, at - (at % 2), points.length - 2 - (at - (at % 2)));
    let sum = own;
    for (let off = 2; off <= around; off += 2) sum += points[at - off]! + points[at + off]!;
    return sum / (around + 1);
  });
}

/** The sum of all turns of a course, in radians; Infinity if it has a corner. */
function bendOf(course: readonly number[]): number {
  let bend = 0;
  let before = NaN;
  for (let at = 2; at < course.length; at += 2) {
    const angle = Math.atan2(course[at + 1]! - course[at - 1]!, course[at]! - course[at - 2]!);
    const turn = Math.abs(Math.atan2(Math.sin(angle - before), Math.cos(angle - before)));
    if (turn > MAX_TURN) return Infinity;
    if (!Number.isNaN(before)) bend += turn;
    before = angle;
  }
  return bend;
}

/** Whether both ends are in view: a partly visible name is less useful. */
function isWithin(course: readonly number[], { left, top, right, bottom }: Rectangle): boolean {
  return [0, course.length - 2].every((at) => {
    const [x, y] = [course[at]!, course[at + 1]!];
    return x > left && x < right && y > top && y < bottom;
  });
}

function deviationOf(course: readonly number[]): number {
  const [x1, y1, x2, y2] = [course[0]!, course[1]!, course.at(-2)!, course.at(-1)!];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  let most = 0;
  for (let at = 2; at < course.length - 2; at += 2) {
    const off = Math.abs((x2 - x1) * (y1 - course[at + 1]!) - (x1 - course[at]!) * (y2 - y1)) / length;
    if (off > most) most = off;
  }
  return most;
}

/** Orients a course from left to right, also for right-to-left scripts, whose order of letters the canvas handles. */
function upright(course: number[]): number[] {
  return course.at(-2)! >= course[0]! ? course : turnRound(course);
}

function boxesAlong(course: readonly number[], height: number): Rectangle[] {
  const boxes: Rectangle[] = [];
  const half = height / 2;
  const every = 2 * Math.max(1, Math.floor(height / STEP_PIXELS));
  const last = course.length - 2;
  for (let at = 0; ; at = Math.min(at + every, last)) {
    const [x, y] = [course[at]!, course[at + 1]!];
    boxes.push({ left: x - half, right: x + half, top: y - half, bottom: y + half });
    if (at === last) return boxes;
  }
}
