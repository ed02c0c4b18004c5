import { AppError } from '#platform/errors.ts';
import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { readPickerConfig, type PickerConfig } from '#contract/picker-config.ts';
import { describePoint } from '#contract/point-details.ts';
import type { Point } from '#platform/point.ts';
import { MAX_ENTRIES, MAX_QUERY } from '#contract/query-limits.ts';
import { pointValiditySchema, type PointValidity } from '#contract/validity.ts';
import { findFilterError } from '#filter/filter-error.ts';
import { createRequester } from '#platform/request.ts';

/**
 * Checks whether a point may be chosen in this shop. The server checks all conditions that fit into a
 * query; the rest (long lists of excluded ids, many rules) is checked here.
 * @param near the point's position as far as the shop's page knows it; if unusable, the config's start
 * position is used
 * @throws AppError
 */
export async function checkForShop(
  id: string,
  config: PickerConfig | null,
  near: Readonly<Record<string, unknown>> = {},
): Promise<PointValidity> {
  const { latitude, longitude } = readPickerConfig(near).config;
  const position = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  const validity = await validateOnServer(id, { ...config, ...position });
  const alternatives = validity.alternatives.filter(({ point }) => findError(point, config) === null);
  const { point, isValid } = validity;
  const error = point === undefined || !isValid ? null : findError(point, config);
  return error === null
    ? { ...validity, alternatives }
    : { ...validity, isValid: false, errors: [error], alternatives };
}

function findError(point: Point, config: PickerConfig | null): { code: string; message: string } | null {
  if (config?.excludeIds?.includes(point.id)) return { code: 'excluded', message: 'The point is excluded.' };
  return findFilterError(describePoint(point), config?.filter);
}

const request = createRequester({ retries: 0 });

/**
 * Asks our own server whether a point is still available in this shop.
 * @throws AppError
 */
async function validateOnServer(id: string, config: PickerConfig): Promise<PointValidity> {
  const query = new URLSearchParams();
  for (const { setting, field } of FILTER_DIMENSIONS) {
    const allowed = config[setting] ?? [];
    if (allowed.length > 0) query.set(field, allowed.join(','));
  }
  const { excludeIds = [], filter, latitude, longitude } = config;
  if (latitude !== undefined && longitude !== undefined) {
    query.set('latitude', String(latitude));
    query.set('longitude', String(longitude));
  }
  if (excludeIds.length <= MAX_ENTRIES) setIfShort(query, 'excludeIds', excludeIds.join(','));
  if (filter !== undefined) setIfShort(query, 'filter', JSON.stringify(filter));
  const url = `/api/points/${encodeURIComponent(id)}?${query}`;
  const { data } = await request({ method: 'GET', url, schema: pointValiditySchema });
  if (data.id !== id) throw new AppError('malformed', `The answer is about ${data.id}, not ${id}.`);
  return data;
}

/** Adds a parameter unless it makes the query too long. */
function setIfShort(query: URLSearchParams, name: string, value: string): void {
  const added = new URLSearchParams({ [name]: value });
  if (value !== '' && `${query}&${added}`.length <= MAX_QUERY) query.set(name, value);
}
