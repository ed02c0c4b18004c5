import { expect, it } from 'vitest';
import { fadeEdges } from '../../../../src/lib/map/streets/fade-edges.ts';
import type { Context } from '../../../../src/lib/map/label-styles.ts';

const AREA = { left: 0, top: 0, right: 1_000, bottom: 1_000 };
const LENGTH = 32;

/** The gradients that make a picture transparent: from where it is gone to where it is opaque. */
function findFades(picture: typeof AREA): string[] {
  const fades: string[] = [];
  const context = {
    globalCompositeOperation: 'source-over',
    fillStyle: { ways: '' },
    createLinearGradient(...[fromX, fromY, toX, toY]: number[]) {
      const stops: string[] = [];
      return {
        addColorStop: (at: number, colour: string) => stops.push(`${at} ${colour}`),
        get ways() {
          return `${fromX},${fromY} to ${toX},${toY}: ${stops.join(', ')}`;
        },
      };
    },
    fillRect(x: number, y: number, width: number, height: number) {
      expect([this.globalCompositeOperation, x, y, width, height]).toEqual([
        'destination-out',
        ...[picture.left, picture.top, picture.right - picture.left, picture.bottom - picture.top],
      ]);
      fades.push(this.fillStyle.ways);
    },
  };
  fadeEdges(context as unknown as Context, AREA, picture, LENGTH);
  return fades;
}

const STOPS = '0 #000, 1 #0000';

it.each([
  ['west', { left: 0, top: 400, right: 256, bottom: 656 }, `0,0 to 32,0: ${STOPS}`],
  ['east', { left: 744, top: 400, right: 1_000, bottom: 656 }, `1000,0 to 968,0: ${STOPS}`],
  ['north', { left: 400, top: 0, right: 656, bottom: 256 }, `0,0 to 0,32: ${STOPS}`],
  ['south', { left: 400, top: 744, right: 656, bottom: 1_000 }, `0,1000 to 0,968: ${STOPS}`],
])('streets fade out towards the edge of their area in the %s', (_, picture, expected) => {
  expect(findFades(picture)).toEqual([expected]);
});

it('streets fade out on both sides of a corner, in nearby pictures too, and nowhere else', () => {
  expect(findFades({ left: 31, top: 31, right: 287, bottom: 287 })).toHaveLength(2);
  expect(findFades({ left: 32, top: 32, right: 288, bottom: 288 })).toEqual([]);
});
