import type { Position } from '#network/distance.ts';

const DEGREES = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?`;
const MINUTES = String.raw`(?:\s*(\d{1,2}(?:[.,]\d+)?)\s*['′’])?(?:\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''))?`;
const SIDE = String.raw`\s*([NSEWnsew])?`;
const BEFORE = String.raw`([NSEWnsew])?\s*`;
const ONE = BEFORE + DEGREES + MINUTES + SIDE;
const PAIR = new RegExp(`^${ONE}(?:\\s*[,;/]\\s*|\\s+)${ONE}$`, 'u');

/**
 * Parses a pasted position: "52.2297, 21.0122", "52,2297 21,0122", "52.2297° N, 21.0122° E", "N 52°13'47\" E 21°00'44\"". Without N, S, E or W,
 * the latitude comes first.
 * @returns null for anything else: two integers may be a house number and a flat
 */
export function readCoordinates(text: string): Position | null {
  const found = PAIR.exec(text.trim());
  if (found === null) return null;
  const first = readDegrees(found.slice(1, 6));
  const second = readDegrees(found.slice(6, 11));
  if (!first.precise || !second.precise) return null;
  const turned = 'EW'.includes(first.side || '-') || 'NS'.includes(second.side || '-');
  const [latitude, longitude] = turned ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function readDegrees([before, degrees = '', minutes, seconds, behind]: (string | undefined)[]) {
  const read = (part: string | undefined) => Number((part ?? '0').replace(',', '.'));
  const side = (before ?? behind ?? '').toUpperCase();
  const whole = Math.abs(read(degrees)) + read(minutes) / 60 + read(seconds) / 3600;
  const negative = degrees.startsWith('-') || side === 'S' || side === 'W';
  return {
    side,
    degrees: negative ? -whole : whole,
    /** Whether it is certainly a coordinate and no house number. */
    precise: side !== '' || minutes !== undefined || /[.,]\d{2}/.test(degrees),
  };
}

/** Formats a position as people paste it, with an accuracy of about a metre. */
export function nameCoordinates({ latitude, longitude }: Position): string {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
}
