import { formatDistanceIn } from '#languages/distance-in.ts';
import { allMessages as m, language } from './messages.ts';

/**
 * Formats a distance in the current language.
 * @param country ISO 3166-1 alpha-2 code of the destination; empty if unknown
 * @param about whether the origin is only near the requested place: `about 350 m`
 */
export function formatDistance(metres: number, country: string, about = false): string {
  const distance = formatDistanceIn(language, metres, country);
  return about ? m.list_about({ distance }) : distance;
}
