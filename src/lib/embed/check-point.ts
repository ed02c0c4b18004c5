import { AppError } from '../contract/errors.ts';
import { FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import type { PickerConfig } from '../contract/picker-config.ts';
import { pointValiditySchema, type PointValidity } from '../contract/validity.ts';

/** Lists of the config that decide whether a point will do, with their names in the address. */
const LISTS = [
  ...FILTER_DIMENSIONS.map(({ setting, field }) => [setting, field] as const),
  ['excludeIds', 'excludeIds'],
] as const;

/**
 * Asks our own server whether a point can still be had, as this shop offers points.
 * @throws AppError
 */
export async function checkPoint(
  id: string,
  config: PickerConfig,
  send: typeof fetch,
): Promise<PointValidity> {
  const query = new URLSearchParams();
  for (const [key, name] of LISTS) {
    const entries = config[key];
    if (entries !== undefined && entries.length > 0) query.set(name, entries.join(','));
  }
  if (config.latitude !== undefined && config.longitude !== undefined) {
    query.set('latitude', String(config.latitude));
    query.set('longitude', String(config.longitude));
  }
  let answer: Response;
  try {
    answer = await send(`/api/points/${encodeURIComponent(id)}?${query}`);
  } catch (cause) {
    throw new AppError('network', 'The server can’t be reached.', { cause });
  }
  if (!answer.ok) throw new AppError('unavailable', 'The server could not look.', { status: answer.status });
  const reading = pointValiditySchema.safeParse(await answer.json().catch(() => null));
  if (!reading.success) throw new AppError('malformed', 'The answer is not about a point.');
  return reading.data;
}
