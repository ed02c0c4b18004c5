import type { Page } from '@playwright/test';

/** Pixels of names in all, and those of them under pins, and under buttons, scale bar and credits. */
export function countLetters(page: Page): Promise<{ all: number; underPins: number; underControls: number }> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane > canvas:last-of-type')!;
    const box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    // A copy: the canvas itself may belong to the worker.
    const copy = Object.assign(document.createElement('canvas'), {
      width: canvas.width,
      height: canvas.height,
    });
    const context = copy.getContext('2d')!;
    context.drawImage(canvas, 0, 0);
    const count = (x: number, y: number, width: number, height: number) => {
      const { data } = context.getImageData(x * ratio, y * ratio, width * ratio, height * ratio);
      return data.filter((value, at) => at % 4 === 3 && value > 200).length;
    };
    let underPins = 0;
    for (const pin of document.querySelectorAll('.dp-pin')) {
      const drawing = pin.querySelector('svg, .dp-disc')!.getBoundingClientRect();
      underPins += count(drawing.x - box.x + 4, drawing.y - box.y + 4, drawing.width - 8, drawing.height - 8);
    }
    let underControls = 0;
    for (const control of document.querySelectorAll('.dp-zoom, .dp-scale, .dp-credit')) {
      const { x, y, width, height } = control.getBoundingClientRect();
      underControls += count(x - box.x, y - box.y, width, height);
    }
    return { all: count(0, 0, box.width, box.height), underPins, underControls };
  });
}

/** Share of the map that pictures of streets cover. */
export function measureCover(page: Page): Promise<number> {
  return page.evaluate(() => {
    const map = document.querySelector('.dp-map')?.getBoundingClientRect();
    if (map === undefined) return 0;
    let covered = 0;
    for (const picture of document.querySelectorAll('.dp-streets canvas')) {
      const { left, top, right, bottom } = picture.getBoundingClientRect();
      const width = Math.min(right, map.right) - Math.max(left, map.left);
      const height = Math.min(bottom, map.bottom) - Math.max(top, map.top);
      if (width > 0 && height > 0) covered += width * height;
    }
    return covered / (map.width * map.height);
  });
}

/** Average lightness of the streets in the middle of the map: 0 to 255. */
export function measureLight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const picture = document.querySelector<HTMLCanvasElement>('.dp-streets canvas')!;
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return data.reduce((sum, value, at) => (at % 4 === 1 ? sum + value : sum), 0) / (data.length / 4);
  });
}
