import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Obstacle,
  type LabelCandidate,
  placeLabels,
  type Rectangle,
} from '../../../src/lib/map/place-labels.ts';

const candidateAt = (x: number, y: number, more: Partial<LabelCandidate> = {}): LabelCandidate => ({
  key: null,
  style: 'small',
  text: `${x},${y}`,
  x,
  y,
  width: 40,
  height: 12,
  offsets: [
    { x: 26, y: 0 },
    { x: -26, y: 0 },
  ],
  offsetsBeyondPin: [{ x: 0, y: 34 }],
  dotRadius: 2,
  coverable: 0,
  ...more,
});

const boxOf = ({ candidate, x, y }: { candidate: LabelCandidate; x: number; y: number }): Rectangle => ({
  left: x - candidate.width / 2,
  right: x + candidate.width / 2,
  top: y - candidate.height / 2,
  bottom: y + candidate.height / 2,
});

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe('placing labels on the map', () => {
  it('a label takes its first position if there is room', () => {
    expect(placeLabels([candidateAt(100, 100)], [])).toMatchObject([{ x: 126, y: 100, showsDot: true }]);
  });

  it('a label moves to the other side of a pin', () => {
    const pin = { left: 110, right: 140, top: 80, bottom: 110 };
    expect(placeLabels([candidateAt(100, 100)], [pin])).toMatchObject([{ x: 74, showsDot: true }]);
  });

  it('a label moves farther away, without its dot, if a pin covers its spot', () => {
    const pin = { left: 80, right: 120, top: 80, bottom: 120 };
    expect(placeLabels([candidateAt(100, 100)], [pin])).toMatchObject([{ x: 100, y: 134, showsDot: false }]);
  });

  it('a label moves farther away if pins leave no room beside its spot, but not if it has a dot', () => {
    const pins = [110, 60].map((left) => ({ left, right: left + 30, top: 90, bottom: 110 }));
    expect(placeLabels([candidateAt(100, 100, { dotRadius: 0 })], pins)).toMatchObject([{ x: 100, y: 134 }]);
    expect(placeLabels([candidateAt(100, 100)], pins)).toEqual([]);
  });

  it('a label keeps away from where another place’s name is expected', () => {
    const other = candidateAt(100, 100, { offsets: [{ x: 0, y: 0 }], width: 200, dotRadius: 0 });
    expect(placeLabels([other, candidateAt(101, 112)], [])).toHaveLength(1);
  });

  it('two places don’t share a dot: only the first of two that are nearly one on the map is named', () => {
    const beside = (x: number, y = 100) => placeLabels([candidateAt(100, 100), candidateAt(x, y)], []);
    expect([beside(94).length, beside(91).length, beside(90).length]).toEqual([1, 1, 2]);
    expect([beside(93, 94).length, beside(93, 89).length]).toEqual([1, 2]);
  });

  it('a label is omitted if pins leave no room, unless they may cover it', () => {
    const pin = { left: 0, right: 200, top: 0, bottom: 200 };
    expect(placeLabels([candidateAt(100, 100)], [pin])).toEqual([]);
    expect(placeLabels([candidateAt(100, 100, { coverable: 1 })], [pin])).toHaveLength(1);
  });

  it('a label never lies under a control, though a pin may cover as much of it', () => {
    const oneSide = { offsets: [{ x: 26, y: 0 }], offsetsBeyondPin: [], coverable: 0.25 };
    const edge = { left: 140, right: 200, top: 80, bottom: 120 };
    expect(placeLabels([candidateAt(100, 100, oneSide)], [edge])).toHaveLength(1);
    expect(placeLabels([candidateAt(100, 100, oneSide)], [{ ...edge, isControl: true }])).toEqual([]);
    const apart: Obstacle = { ...edge, left: 150, isControl: true };
    expect(placeLabels([candidateAt(100, 100, oneSide)], [apart])).toHaveLength(1);
  });

  it('labels are chosen in the given order, and never overlap each other or a dot', () => {
    const spots = fc.array(
      fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
    );
    fc.assert(
      fc.property(spots, (places) => {
        const candidates = places.map(([x, y]) => candidateAt(x, y));
        const placed = placeLabels(candidates, []).filter((label) => 'x' in label);
        if (candidates.length > 0) expect(placed[0]?.candidate).toBe(candidates[0]);
        for (const [at, label] of placed.entries()) {
          for (const other of placed.slice(at + 1)) {
            expect(overlap(boxOf(label), boxOf(other))).toBe(false);
            const { x, y } = other.candidate;
            expect(overlap(boxOf(label), { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })).toBe(
              false,
            );
          }
        }
      }),
    );
  });
});
