import type { PickerConfig } from '../contract/picker-config.ts';
import { readPickerConfig } from '../contract/picker-config.ts';
import type { PointSummary } from '../contract/point-summary.ts';
import type { PointValidity } from '../contract/validity.ts';
import { NO_RULES } from '../filter/point-rules.ts';
import { language } from '../i18n/messages.ts';
import type { OfferedPoint } from '../picker/picker-events.ts';

/** As the shop's page shows it: the name, and beneath it the address. */
export async function writeChoice(point: OfferedPoint): Promise<string> {
  const [{ describePoint }, { writeAddress }] = await Promise.all([
    import('../contract/point-details.ts'),
    import('../contract/write-address.ts'),
  ]);
  const details = describePoint(point, language);
  return [details.name, writeAddress(details)].filter((line) => line !== '').join('\n');
}

/** The point as a shop writes it down; undefined where the code for it can't be had: a choice doesn't wait for a connection. */
export async function summarizeChoice(point: OfferedPoint): Promise<PointSummary | undefined> {
  const module = await import('../contract/point-summary.ts').catch(() => null);
  return module?.summarizePoint(point);
}

/**
 * Whether a point may be chosen as a shop offers points; what that takes is brought along when it is asked.
 * @param near where the point was as far as the shop's page knows; unusable values are left out, and the map's beginning counts
 * @throws AppError
 */
export async function checkForShop(
  id: string,
  config: PickerConfig | null,
  near: Readonly<Record<string, unknown>> = {},
): Promise<PointValidity> {
  const [{ checkChoice }, { evaluate }, { describePoint }] = await Promise.all([
    import('./check-choice.ts'),
    import('../filter/evaluate-point.ts'),
    import('../contract/point-details.ts'),
  ]);
  const { latitude, longitude } = readPickerConfig(near).config;
  const position = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  // A parcel comes another day: whether the point is open at this moment says nothing.
  const allowed = { filter: { ...config?.filter, openNow: false } };
  return checkChoice(
    id,
    { ...config, ...position },
    (...request) => fetch(...request),
    (point) => {
      const { matches, reasons } = evaluate(describePoint(point), NO_RULES, new Date(), allowed);
      if (matches !== 'no') return null;
      return reasons[0]?.rule === 'shop' ? reasons[0].value : '';
    },
  );
}
