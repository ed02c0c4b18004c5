import type { Frame, Page } from '@playwright/test';

/**
 * Visible texts that are cut, at the side or the bottom: a part of one of their lines lies outside a box that hides what overflows it (with
 * an ellipsis, a number of lines, or nothing). Not counted: texts in a box that scrolls, the names that the map draws, texts for assistive
 * technology, and the desk's table, whose rows have one height: a parcel's own page has its texts in full. Outside the picker, texts may end with an ellipsis.
 */
export const listCutTexts = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const LEFT_OUT =
      '.leaflet-container, .visually-hidden, svg, option, pre, [aria-hidden="true"], .intro, #svelte-announcer, [role="grid"]';
    /** Lines may overlap their neighbours' by the part of their height that no letter fills. */
    const SPARE = 0.3;
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

    /** Boxes around an element that hide what overflows them, up to the first that scrolls. */
    const listHiding = (element: Element): Element[] => {
      const found: Element[] = [];
      for (let at: Element | null = element; at !== null && at.tagName !== 'HTML'; at = at.parentElement) {
        const { overflowX, overflowY, display, contain } = getComputedStyle(at);
        const isHiding = [overflowX, overflowY].some(hides) || /paint|content|strict/.test(contain);
        if (display !== 'inline' && isHiding) found.push(at);
        if ([overflowX, overflowY].some((each) => each === 'auto' || each === 'scroll')) break;
      }
      return found;
    };
    const isCut = (line: DOMRect, box: Element) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const spare = line.height * SPARE;
      const mayEnd = box.closest('.picker') === null && getComputedStyle(box).textOverflow === 'ellipsis';
      return (
        (!mayEnd && (line.left < left - 1 || line.right > right + 1)) ||
        line.top < top - spare ||
        line.bottom > bottom + spare
      );
    };

    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement!;
      const text = (node.nodeValue ?? '').trim();
      if (text === '' || parent.closest(LEFT_OUT) !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const hiding = listHiding(parent);
      // Hidden on purpose, for assistive technology.
      if (hiding.length === 0 || hiding.some(({ clientWidth }) => clientWidth <= 1)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const box = hiding.find((each) => lines.some((line) => isCut(line, each)));
      if (box !== undefined)
        found.push(`“${text.slice(0, 60)}” is cut by ${box.tagName.toLowerCase()}.${box.className}`);
    }
    const discs = [...document.querySelectorAll('.dp-disc')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    return [...found, ...discs.map(({ textContent }) => `“${textContent}” is wider than its circle`)];
  });
