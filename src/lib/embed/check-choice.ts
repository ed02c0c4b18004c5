import { FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import { readPickerConfig, type PickerConfig } from '../contract/picker-config.ts';
import { describePoint } from '../contract/point-details.ts';
import type { Point } from '../contract/point.ts';
import { pointValiditySchema, type PointValidity } from '../contract/validity.ts';
import { evaluate } from '../filter/evaluate-point.ts';
import { NO_RULES } from '../filter/point-rules.ts';
import { createRequester } from '../platform/request.ts';

/**
 * Whether a point may be chosen as a shop offers points.
 * @param near where the point was as far as the shop's page knows; unusable values are left out, and the map's beginning counts
 * @throws AppError
 */
export async function checkForShop(
  id: string,
  config: PickerConfig | null,
  near: Readonly<Record<string, unknown>> = {},
): Promise<PointValidity> {
  const { latitude, longitude } = readPickerConfig(near).config;
  const position = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  // A parcel comes another day: whether the point is open at this moment says nothing.
  const allowed = { filter: { ...config?.filter, openNow: false } };
  return checkChoice(id, { ...config, ...position }, (point) => {
    const { matches, reasons } = evaluate(describePoint(point), NO_RULES, new Date(), allowed);
    if (matches !== 'no') return null;
    return reasons[0]?.rule === 'shop' ? reasons[0].value : '';
  });
}

/**
 * Asks whether a point may be chosen. Beyond what the server says of it, an id that was only mistyped is told from one whose point is
 * gone, and the shop's filter counts.
 * @param whyNot what the shop's filter has against the point: its words, or empty for none; null: nothing
 * @throws AppError
 */
async function checkChoice(
  id: string,
  config: PickerConfig,
  whyNot: (point: Point) => string | null,
): Promise<PointValidity> {
  const validity = await checkPoint(id, config);
  const { point, status, isValid, alternatives } = validity;
  if (status === 'gone') {
    const capitals = id.trim().toUpperCase();
    const meant = capitals === id ? undefined : (await checkPoint(capitals, config)).point;
    if (
      meant === undefined &&
      (alternatives.length === 0 || alternatives.some((other) => isWrittenAlike(id, other.id)))
    )
      return validity;
    const others = meant === undefined ? alternatives : [meant, ...alternatives];
    const errors = [{ code: 'mistyped', message: `No point has had the id ${id}.` }];
    return { ...validity, errors, alternatives: others };
  }
  const reason = point === undefined || !isValid ? null : whyNot(point);
  if (reason === null) return validity;
  return {
    ...validity,
    isValid: false,
    errors: [
      reason === ''
        ? { code: 'filter', message: 'The filter leaves the point out.' }
        : { code: 'rule', message: reason },
    ],
  };
}

/** Ids of one network have the same signs between letters and digits. */
function isWrittenAlike(one: string, other: string): boolean {
  const [signs, otherSigns] = [one, other].map((id) => id.replaceAll(/[A-Za-z0-9]/g, ''));
  return signs === otherSigns;
}

/** Lists of the config that decide whether a point will do, with their names in the address. */
const LISTS = [
  ...FILTER_DIMENSIONS.map(({ setting, field }) => [setting, field] as const),
  ['excludeIds', 'excludeIds'],
] as const;

const ask = createRequester({ retries: 0 });

/**
 * Asks our own server whether a point can still be had, as this shop offers points.
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
  return (await ask({ method: 'GET', url, schema: pointValiditySchema })).data;
}
