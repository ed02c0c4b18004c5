import type { PickerConfig } from '../contract/picker-config.ts';
import type { Point } from '../contract/point.ts';
import type { PointValidity } from '../contract/validity.ts';
import { checkPoint } from './check-point.ts';

/**
 * Asks whether a point may be chosen. Beyond what the server says of it, an id that was only mistyped is told from one whose point is
 * gone, and the shop's filter counts.
 * @param whyNot what the shop's filter has against the point: its words, or empty for none; null: nothing
 * @throws AppError
 */
export async function checkChoice(
  id: string,
  config: PickerConfig,
  send: typeof fetch,
  whyNot: (point: Point) => string | null,
): Promise<PointValidity> {
  const validity = await checkPoint(id, config, send);
  const { point, status, isValid, alternatives } = validity;
  if (status === 'gone') {
    const capitals = id.trim().toUpperCase();
    const meant = capitals === id ? undefined : (await checkPoint(capitals, config, send)).point;
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
