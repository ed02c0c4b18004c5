import { describe, expect, it } from 'vitest';
import { withMainNames } from '../../../src/lib/map/main-names.ts';
import { type LabelCandidate, placeLabels } from '../../../src/lib/map/place-labels.ts';
import { frameOf } from './frame-of.ts';

const nameAt = (text: string, x: number, y: number): LabelCandidate => ({
  key: null,
  style: 'large',
  text,
  x,
  y,
  width: 60,
  height: 14,
  offsets: [{ x: 0, y: 0 }],
  offsetsBeyondPin: [],
  dotRadius: 0,
  coverable: 0,
});

/** Clusters side by side over the middle of the view, 400 × 300. */
const pins = Array.from({ length: 20 }, (_, at) => {
  const [left, top] = [120 + (at % 5) * 32, 90 + Math.floor(at / 5) * 32];
  return { left, top, right: left + 30, bottom: top + 30 };
});

describe('the main names of a view', () => {
  const frame = frameOf(400, 300, 13);
  const town = nameAt('Town', 200, 150);
  const village = nameAt('Village', 210, 160);

  it('the town’s name is written where pins leave room, in view and without a letter under a pin', () => {
    expect(placeLabels([town], pins)).toEqual([]);
    const [placed] = placeLabels(withMainNames([town], frame), pins);
    const { x, y } = placed as { x: number; y: number };
    for (const pin of pins) {
      const isBeside = x + 30 <= pin.left || x - 30 >= pin.right || y + 7 <= pin.top || y - 7 >= pin.bottom;
      expect(isBeside).toBe(true);
    }
    expect([x - 30 >= 0, x + 30 <= 400, y - 7 >= 0, y + 7 <= 300]).toEqual([true, true, true, true]);
    expect(Math.hypot(x - 200, y - 150)).toBeLessThan(150);
  });

  it('only the first name in view is a main name in a view of one town, three in a wider one', () => {
    const outside = nameAt('Outside', -30, 150);
    const mainNames = (zoom: number) =>
      withMainNames([outside, town, village, village, village], frameOf(400, 300, zoom))
        .filter(({ offsetsFar }) => offsetsFar !== undefined)
        .map(({ text }) => text);
    expect(mainNames(13)).toEqual(['Town']);
    expect(mainNames(6)).toEqual(['Town', 'Village', 'Village']);
  });

  it('a name that has room at its spot stays there', () => {
    expect(placeLabels(withMainNames([town], frame), [])).toMatchObject([{ x: 200, y: 150 }]);
  });
});
