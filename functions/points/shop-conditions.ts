import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { readPickerConfig } from '#contract/picker-config.ts';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import type { Point } from '#platform/point.ts';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import type { CheckedPoint, ValidityErrorCode } from '#contract/validity.ts';
import { findFilterError, type ShopFilter } from '#filter/filter-error.ts';
import type { PointFilter } from '#network/class-filter.ts';
import { refuseRequest } from '../http/refusal.ts';
import { FILTER_PARAMETERS, type QueryReader } from './read-query.ts';

/** Which points a shop accepts. */
export interface ShopConditions {
  /** Required properties; empty if there are none. */
  required: PointFilter;
  excludedIds: readonly string[];
  /** Further rules, in the picker's format. */
  filter: ShopFilter;
}

export const CONDITION_PARAMETERS = [...FILTER_PARAMETERS, 'filter'];
/** Maximum length of the JSON: about a hundred rules, in a URL that every server accepts. */
export const MAX_FILTER = 4_000;

/** @throws RefusedError 400, naming the parameter and how to correct it */
export function readConditions(reader: QueryReader): ShopConditions {
  return {
    required: reader.filter(),
    excludedIds: reader.list('excludeIds'),
    filter: parseFilter(reader.text('filter', MAX_FILTER)),
  };
}

function parseFilter(json: string | null): ShopFilter {
  if (json === null) return undefined;
  const filter = readJsonText(json);
  if (!isJsonObject(filter)) throw refuseRequest('filter must be a JSON object, like the picker’s filter.');
  const { config, problems } = readPickerConfig({ filter });
  if (problems[0] !== undefined) throw refuseRequest(problems[0]);
  return config.filter;
}

export type ValidityError = CheckedPoint['errors'][number] & { code: ValidityErrorCode };

/**
 * Why a shop doesn't accept a point; empty if it does. Properties that the platform leaves empty
 * cause no error.
 */
export function findErrors(point: Point, conditions: ShopConditions): ValidityError[] {
  const details = describePoint(point);
  const errors = findMismatches(details, conditions.required);
  if (conditions.excludedIds.includes(point.id))
    errors.push({ code: 'excluded', message: 'The point is excluded.' });
  const rejection = findFilterError(details, conditions.filter);
  return rejection === null ? errors : [...errors, rejection];
}

function findMismatches(details: PointDetails, required: PointFilter): ValidityError[] {
  return FILTER_DIMENSIONS.flatMap(({ field, list, error: code }) => {
    const [allowed, value] = [required[list], details[field]];
    return allowed === undefined || value === '' || allowed.includes(value)
      ? []
      : [{ code, message: `The point's ${code} is ${value}, not ${allowed.join(' or ')}.` }];
  });
}
