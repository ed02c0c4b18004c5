import type { NearbyPoint, NearbyTexts } from '../../src/lib/contract/nearby-point.ts';
import { describePoint, type PointDetails } from '../../src/lib/contract/point-details.ts';
import { readOpenState } from '../../src/lib/hours/open-state.ts';
import { timeZoneOf } from '../../src/lib/hours/time-zone.ts';
import { WORDS } from '../../src/lib/i18n/compiled/answer-words.js';
import { formatDistanceIn } from '../../src/lib/i18n/distance-in.ts';
import type { QueryReader } from './read-query.ts';
import type { CheckedPoint } from '../../src/lib/contract/validity.ts';

/** Texts for shoppers in an answer. */
export interface Speech {
  language: keyof typeof WORDS;
  /** BCP 47 tag for times of day, which differ by region. */
  region: string;
}

/** Longer than any tag in use. */
export const MAX_LANGUAGE = 100;

/** Reads the query's `language`; null: no texts are wanted. English where there is no translation, as in the picker. */
export function readSpeech(reader: QueryReader): Speech | null {
  const tag = reader.text('language', MAX_LANGUAGE);
  if (tag === null) return null;
  const primary = tag.toLowerCase().split('-')[0]!;
  if (!Object.hasOwn(WORDS, primary)) return { language: 'en', region: 'en' };
  const language = primary as Speech['language'];
  return { language, region: isTag(tag) ? tag : language };
}

function isTag(text: string): boolean {
  try {
    Intl.getCanonicalLocales(text);
    return true;
  } catch {
    return false;
  }
}

/** Adds to each error its sentence for shoppers; the shop's own one for its rules. */
export function explainErrors(errors: CheckedPoint['errors'], speech: Speech | null): CheckedPoint['errors'] {
  if (speech === null) return errors;
  const { gone, mistyped, refused } = WORDS[speech.language];
  const sentences: Readonly<Partial<Record<string, string>>> = { gone, mistyped };
  return errors.map((error) => ({
    ...error,
    text: error.code === 'rule' ? error.message : (sentences[error.code] ?? refused),
  }));
}

/** Text of a button that leads from the nearest points to the map. */
export const sayMore = ({ language }: Speech) => WORDS[language].more;

/**
 * Writes the texts of a point of a list.
 * @param before the one before it
 * @param about whether the origin of the distances isn't exactly the place that was asked for
 */
export function writeTexts(
  { point, summary, distanceMetres }: NearbyPoint,
  before: NearbyPoint | undefined,
  about: boolean,
  at: Date,
  speech: Speech,
): NearbyTexts {
  const details = describePoint(point);
  const distance = formatDistanceIn(speech.language, distanceMetres, details.country);
  const isAlike = before?.summary.lines.join('\n') === summary.lines.join('\n');
  const facts = [nameType(details.type, speech), writeHoursOfToday(details, at, speech)];
  return {
    lines: [
      ...summary.lines,
      isAlike || summary.lines.length === 0 ? summary.id : '',
      facts.filter(Boolean).join(' · '),
    ].filter(Boolean),
    distance: about ? `≈ ${distance}` : distance,
  };
}

const nameType = (type: string, { language }: Speech) =>
  type === 'APM' || type === 'PUDO' ? WORDS[language][type] : type;

/** The hours of the current day at the point; null if they aren't known. */
function writeHoursOfToday(details: PointDetails, at: Date, { language, region }: Speech): string | null {
  const words = WORDS[language];
  const { state, changes, today } = readOpenState(details, at, timeZoneOf(details));
  if (state === 'open' && changes === null) return words.roundTheClock;
  const intervals = today === null ? undefined : details.hours?.[today];
  if (intervals === undefined) return null;
  if (intervals.length === 0) return words.closedToday;
  const times = new Intl.DateTimeFormat(region, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const spans = intervals
    .map(({ start, end }) => [toTime(start), toTime(end)] as const)
    .sort(([one], [other]) => one - other)
    .map((span) => span.map((time) => times.format(time)).join('–'));
  return words.today.replace('{hours}', spans.join(', '));
}

/** `HH:MM` as a time of the first day of 1970. */
function toTime(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return Date.UTC(1970, 0, 1, hours, minutes);
}
