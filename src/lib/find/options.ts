import { nameCountry } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { nameCoordinates } from '#search/question.ts';
import { nameStreet } from '#search/tables/streets.ts';
import type { RecentPick } from './recent-picks.ts';
import type { SearchResult } from '#search/question.ts';

/** One entry of the list under the field. */
export interface FindOption {
  /** Unique in the list. */
  key: string;
  label: string;
  /** Distinguishes options with the same label; may be empty. */
  detail: string;
  /** The view that selecting it shows. */
  suggestion: SearchResult;
}

export interface OptionGroup {
  key: 'places' | 'points' | 'recent';
  options: FindOption[];
}

/** Groups suggestions by kind, in order of first occurrence. */
export function groupSuggestions(suggestions: readonly SearchResult[]): OptionGroup[] {
  const keyOf = ({ kind }: SearchResult) => (kind === 'point' ? 'points' : 'places');
  return [...new Set(suggestions.map(keyOf))].map((key) => ({
    key,
    options: suggestions
      .filter((each) => keyOf(each) === key)
      .map((suggestion, at) => ({
        key: `${key}-${at}`,
        ...describe(suggestion),
        suggestion,
      })),
  }));
}

export function groupRecent(recent: readonly RecentPick[]): OptionGroup[] {
  const options = recent.map(({ id, name }): FindOption => ({
    key: `recent-${id}`,
    label: name,
    detail: name === id ? '' : id,
    suggestion: { kind: 'point', id },
  }));
  return options.length === 0 ? [] : [{ key: 'recent', options }];
}

export function nameGroup(key: OptionGroup['key']): string {
  const names = {
    places: m.find_places,
    points: m.find_points,
    recent: m.find_recent,
  };
  return names[key]();
}

function describe(suggestion: SearchResult): Pick<FindOption, 'label' | 'detail'> {
  if (suggestion.kind === 'mapped') {
    const { name, otherName, town, country, house } = suggestion.match;
    return {
      label: nameStreet({ name, house: house || null }),
      detail: joinDetails(suggestion.count, otherName, town, nameLand(country)),
    };
  }
  if (suggestion.kind === 'point') {
    const { id, named } = suggestion;
    if (named === undefined) return { label: id, detail: '' };
    return {
      label: named.name,
      detail: [named.street || id, named.city, nameLand(named.country)].filter(Boolean).join(' · '),
    };
  }
  if (suggestion.kind === 'street') {
    const { city, country, count } = suggestion.street;
    const number = suggestion.unknown?.kind === 'number' ? suggestion.unknown.text : '';
    const unknown = number === '' ? '' : m.find_without_number({ number });
    return {
      label: nameStreet(suggestion.street),
      detail: joinDetails(count, unknown, city, nameLand(country)),
    };
  }
  if (suggestion.kind === 'position')
    return { label: nameCoordinates(suggestion.position), detail: m.find_coordinates() };
  if (suggestion.kind === 'country')
    return { label: nameCountry(suggestion.code), detail: joinDetails(suggestion.count) };
  const { name, otherName, kind, country, count, match } = suggestion.place;
  const code =
    match === 'near' ? m.find_near_postcode() : kind === 'postcode' ? m.find_postcode() : otherName;
  return { label: name, detail: joinDetails(count, code, nameLand(country)) };
}

function nameLand(country: string): string {
  return country === '' ? '' : nameCountry(country);
}

/** @param count number of points; null if it isn't known */
function joinDetails(count: number | null, ...words: string[]): string {
  const points = count === null ? '' : m.find_point_count({ amount: count });
  return [...words, points].filter((part) => part !== '').join(' · ');
}
