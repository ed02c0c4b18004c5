import type { Frame, Page } from '@playwright/test';

/** Fewer letters in a line are hard to read. */
const LETTERS = 12;

/**
 * Visible texts in a box that isn't as wide as their first twelve letters, with both widths in pixels. A shorter text needs no more
 * than its own width.
 */
export const listNarrowTexts = (page: Page | Frame): Promise<string[]> =>
  page.evaluate((letters) => {
    const left =
      'svg, option, pre, .visually-hidden, .intro, #svelte-announcer, .dp-map, .leaflet-container, [aria-hidden="true"]';
    const found: string[] = [];
    const measure = (within: Element, text: string) => {
      const ruler = document.createElement('span');
      ruler.style.cssText = 'position: absolute; visibility: hidden; white-space: pre; width: max-content';
      ruler.textContent = text.slice(0, letters).trimEnd();
      within.append(ruler);
      const { width } = ruler.getBoundingClientRect();
      ruler.remove();
      return width;
    };
    const note = (text: string, need: number, room: number) => {
      // Tolerates rounded fractions of a pixel.
      if (need > room + 1) found.push(`“${text}” needs ${need.toFixed(0)}, has ${room.toFixed(0)}`);
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) nodes.push(node as Text);
    for (const node of nodes) {
      const text = node.data.trim().replace(/\s+/g, ' ');
      const parent = node.parentElement!;
      if (text === '' || parent.closest(left) !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // For assistive technology only.
      if (parent.getBoundingClientRect().width <= 1) continue;
      let box = parent;
      while (/^(inline|contents)$/.test(getComputedStyle(box).display)) box = box.parentElement!;
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      note(text, measure(parent, text), box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const { font } = getComputedStyle(input, '::placeholder');
      const context = document.createElement('canvas').getContext('2d')!;
      context.font = font;
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      note(input.placeholder, context.measureText(input.placeholder.slice(0, letters)).width, room);
    }
    return found;
  }, LETTERS);
