import { AppError } from '../contract/errors.ts';
import { FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import { readPickerConfig, type PickerConfig } from '../contract/picker-config.ts';
import { describePoint } from '../contract/point-details.ts';
import { pointValiditySchema, type PointValidity } from '../contract/validity.ts';
import { evaluate } from '../filter/evaluate-point.ts';
import { NO_RULES } from '../filter/point-rules.ts';
import { createRequester } from '../platform/request.ts';

/**
 * Checks whether a point may be chosen in this shop. In addition to the server's check, it distinguishes mistyped ids from points that are
 * gone, and applies the shop's filter.
 * @param near the point's position as far as the shop's page knows it; if unusable, the config's start position is used
 * @throws AppError
 */
export async function checkForShop(
  id: string,
  config: PickerConfig | null,
  near: Readonly<Record<string, unknown>> = {},
): Promise<PointValidity> {
  const { latitude, longitude } = readPickerConfig(near).config;
  const position = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  const asked = { ...config, ...position };
  const validity = await checkPoint(id, asked);
  const { point, status, isValid } = validity;
  if (status === 'gone') return markMistyped(id, asked, validity);
  if (point === undefined || !isValid) return validity;
  // The parcel arrives on another day: whether the point is open now is irrelevant.
  const allowed = { filter: { ...config?.filter, openNow: false } };
  const { matches, reasons } = evaluate(describePoint(point), NO_RULES, new Date(), allowed);
  if (matches !== 'no') return validity;
  const [reason] = reasons;
  const error =
    reason?.rule === 'shop'
      ? { code: 'rule', message: reason.value }
      : { code: 'filter', message: 'The filter leaves the point out.' };
  return { ...validity, isValid: false, errors: [error] };
}

async function markMistyped(id: string, config: PickerConfig, gone: PointValidity): Promise<PointValidity> {
  const { alternatives } = gone;
  const capitals = id.trim().toUpperCase();
  const meant = capitals === id ? undefined : (await checkPoint(capitals, config)).point;
  const isLikely = alternatives.length === 0 || alternatives.some((other) => isWrittenAlike(id, other.id));
  if (meant === undefined && isLikely) return gone;
  const errors = [{ code: 'mistyped', message: `No point has had the id ${id}.` }];
  return { ...gone, errors, alternatives: meant === undefined ? alternatives : [meant, ...alternatives] };
}

/** Whether both ids have the same separators between letters and digits, as all ids of one network do. */
function isWrittenAlike(one: string, other: string): boolean {
  const [signs, otherSigns] = [one, other].map((id) => id.replaceAll(/[A-Za-z0-9]/g, ''));
  return signs === otherSigns;
}

/** Lists of the config that decide whether a point is allowed, with their query parameter names. */
const LISTS = [
  ...FILTER_DIMENSIONS.map(({ setting, field }) => [setting, field] as const),
  ['excludeIds', 'excludeIds'],
] as const;

const ask = createRequester({ retries: 0 });

/**
 * Asks our own server whether a point is still available in this shop.
 * @throws AppError
 */
async function checkPoint(id: string, config: PickerConfig): Promise<PointValidity> {
  const query = new URLSearchParams();
  for (const [key, name] of LISTS) {
    const entries = config[key];
    if (entries !== undefined && entries.length > 0) query.set(name, entries.join(','));
  }
  if (config.latitude !== undefined && config.longitude !== undefined) {
    query.set('latitude', String(config.latitude));
    query.set('longitude', String(config.longitude));
  }
  const url = `/api/points/${encodeURIComponent(id)}?${query}`;
  const { data } = await ask({ method: 'GET', url, schema: pointValiditySchema });
  if (data.id !== id) throw new AppError('malformed', 'The answer is about another point.');
  return data;
}
