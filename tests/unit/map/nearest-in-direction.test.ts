import { describe, expect, it } from 'vitest';
import { isDirection, nearestInDirection } from '../../../src/lib/map/nearest-in-direction.ts';

const from = { x: 0, y: 0 };

describe('the next place in a direction', () => {
  it('the nearest place in the direction is found', () => {
    const places = [
      { x: 50, y: 0 },
      { x: 20, y: 5 },
      { x: -10, y: 0 },
      { x: 0, y: 12 },
    ];
    expect(nearestInDirection(from, 'ArrowRight', places)).toBe(places[1]);
    expect(nearestInDirection(from, 'ArrowLeft', places)).toBe(places[2]);
    expect(nearestInDirection(from, 'ArrowDown', places)).toBe(places[3]);
  });

  it('nothing is found if no place is in the direction', () => {
    expect(nearestInDirection(from, 'ArrowUp', [from, { x: 5, y: 30 }])).toBeNull();
    expect(nearestInDirection(from, 'ArrowUp', [{ x: 100, y: -10 }])).toBeNull();
    expect(nearestInDirection(from, 'ArrowUp', [{ x: 21, y: -10 }])).toBeNull();
    expect(nearestInDirection(from, 'ArrowUp', [{ x: 20, y: -10 }])).not.toBeNull();
  });

  it('a place straight ahead is preferred to a nearer one at the side', () => {
    const ahead = { x: 60, y: 0 };
    expect(nearestInDirection(from, 'ArrowRight', [{ x: 30, y: 28 }, ahead])).toBe(ahead);
    // A pixel aside costs two ahead.
    const aside = { x: 30, y: 16 };
    expect(nearestInDirection(from, 'ArrowRight', [aside, ahead])).toBe(ahead);
    expect(nearestInDirection(from, 'ArrowRight', [{ ...aside, y: 14 }, ahead])).toMatchObject({ y: 14 });
  });

  it('only the four arrow keys are directions', () => {
    expect(['ArrowUp', 'ArrowLeft'].every(isDirection)).toBe(true);
    expect(['Enter', 'toString'].some(isDirection)).toBe(false);
  });
});
