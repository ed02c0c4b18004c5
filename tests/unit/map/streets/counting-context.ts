import type { Context } from '../../../../src/lib/map/label-styles.ts';

const UNCOUNTED =
  'save restore setTransform beginPath rect clip fillRect setLineDash strokeText translate rotate roundRect arc';

/** A canvas context that paints nothing and counts its calls. */
export function createCountingContext() {
  const counts = { positions: 0, fills: 0, strokes: 0, colours: new Set<string>() };
  const texts: string[] = [];
  class CountingPath {
    moveTo(x: number, y: number): void {
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new TypeError('no position');
      counts.positions++;
    }
    lineTo(x: number, y: number): void {
      this.moveTo(x, y);
    }
    closePath(): void {}
  }
  const context = {
    fillStyle: '',
    strokeStyle: '',
    font: '',
    fill: () => {
      counts.fills++;
      counts.colours.add(context.fillStyle);
    },
    stroke: () => {
      counts.strokes++;
      counts.colours.add(context.strokeStyle);
    },
    fillText: (text: string) => void texts.push(text),
    measureText: (text: string) => ({ width: 6 * [...text].length }),
    ...Object.fromEntries(UNCOUNTED.split(' ').map((name) => [name, () => {}])),
  };
  return { context: context as unknown as Context, counts, texts, CountingPath };
}
