import type { NearbyPoint, NearbyTexts } from '#contract/nearby-point.ts';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import { readOpenState } from '#network/hours/open-state.ts';
import { timeZoneOf } from '#network/hours/time-zone.ts';
import { WORDS } from '#languages/compiled/answer-words.js';
import { formatDistanceIn } from '#languages/distance-in.ts';
import type { QueryReader } from './read-query.ts';
import type { CheckedPoint } from '#contract/validity.ts';

/** Texts for shoppers in an answer. */
export interface ShopperLocale {
  language: keyof typeof WORDS;
  /** BCP 47 tag for times of day, which differ by region. */
  region: string;
}

/** Longer than any tag in use. */
export const MAX_LANGUAGE = 100;

/**
 * Reads the query's `language`; null if no texts are requested. Without a translation the language
 * is English, as in the picker.
 */
export function readShopperLocale(reader: QueryReader): ShopperLocale | null {
  const tag = reader.text('language', MAX_LANGUAGE);
  if (tag === null) return null;
  const primary = tag.toLowerCase().split('-')[0]!;
  if (!Object.hasOwn(WORDS, primary)) return { language: 'en', region: 'en' };
  const language = primary as ShopperLocale['language'];
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

/**
 * Adds a sentence for shoppers to each error; errors of the shop's rules have the shop's own
 * sentence.
 */
export function explainErrors(
  errors: CheckedPoint['errors'],
  locale: ShopperLocale | null,
): CheckedPoint['errors'] {
  if (locale === null) return errors;
  const { gone, mistyped, refused } = WORDS[locale.language];
  const sentences: Readonly<Partial<Record<string, string>>> = { gone, mistyped };
  return errors.map((error) => ({
    ...error,
    text: error.code === 'rule' ? error.message : (sentences[error.code] ?? refused),
  }));
}

/** Label of a button that leads from the nearest points to the map. */
export const moreLabel = ({ language }: ShopperLocale) => WORDS[language].more;

/**
 * Writes the texts of a point in a list.
 * @param before the previous point in the list
 * @param isApproximate whether distances are measured from a position that isn't exactly the
 * requested place
 */
export function writeTexts(
  { point, summary, distanceMetres }: NearbyPoint,
  before: NearbyPoint | undefined,
  isApproximate: boolean,
  at: Date,
  locale: ShopperLocale,
): NearbyTexts {
  const details = describePoint(point);
  const distance = formatDistanceIn(locale.language, distanceMetres, details.country);
  const hasSameLines = before?.summary.lines.join('\n') === summary.lines.join('\n');
  const facts = [nameType(details.type, locale), writeHoursOfToday(details, at, locale)];
  return {
    lines: [
      ...summary.lines,
      hasSameLines || summary.lines.length === 0 ? summary.id : '',
      facts.filter(Boolean).join(' · '),
    ].filter(Boolean),
    distance: isApproximate ? `≈ ${distance}` : distance,
  };
}

const nameType = (type: string, { language }: ShopperLocale) =>
  type === 'APM' || type === 'PUDO' ? WORDS[language][type] : type;

/** The hours of the current day at the point; null if they aren't known. */
function writeHoursOfToday(
  details: PointDetails,
  at: Date,
  { language, region }: ShopperLocale,
): string | null {
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
