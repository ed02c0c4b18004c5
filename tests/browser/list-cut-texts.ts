import type { Frame, Page } from '@playwright/test';
import { LONGEST_STATES, PLACEHOLDERS } from './translations.ts';

/**
 * Visible texts that are cut, at the side or the bottom: a part of one of their lines lies outside a box that hides what overflows it (with
 * an ellipsis, a number of lines, or nothing); and placeholders that don't fit their field. Not counted: texts in a box that scrolls, the
 * names that the map draws, and texts for assistive technology. Outside the picker, texts may end with an ellipsis; in the desk's table,
 * whose rows have one height, only names and places may. Placeholders and the table's states are measured in all languages.
 */
export const listCutTexts = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(
    ({ placeholders, states }) => {
      const LEFT_OUT =
        '.leaflet-container, .visually-hidden, svg, option, pre, [aria-hidden="true"], .intro, #svelte-announcer';
      const MAY_END_IN_TABLE = '[role="rowheader"], .place, .reference';
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
      /** Whether a box may end its texts with an ellipsis. */
      const mayEnd = (box: Element) =>
        getComputedStyle(box).textOverflow === 'ellipsis' &&
        box.closest('.picker') === null &&
        (box.closest('[role="grid"]') === null || box.closest(MAY_END_IN_TABLE) !== null);
      const isCut = (line: DOMRect, box: Element) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const spare = line.height * SPARE;
        return (
          (!mayEnd(box) && (line.left < left - 1 || line.right > right + 1)) ||
          line.top < top - spare ||
          line.bottom > bottom + spare
        );
      };

      const found: string[] = [];
      const note = (node: Text, hiding: readonly Element[]) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const box = hiding.find((each) => lines.some((line) => isCut(line, each)));
        if (box === undefined) return;
        found.push(
          `“${node.data.trim().slice(0, 60)}” is cut by ${box.tagName.toLowerCase()}.${box.className}`,
        );
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const parent = node.parentElement!;
        const text = (node.nodeValue ?? '').trim();
        if (text === '' || parent.closest(LEFT_OUT) !== null) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        // Hidden on purpose, for assistive technology.
        if (getComputedStyle(parent).clipPath !== 'none') continue;
        const hiding = listHiding(parent);
        if (hiding.length === 0 || hiding.some(({ clientWidth }) => clientWidth <= 1)) continue;
        note(node as Text, hiding);
      }
      const ruler = document.createElement('canvas').getContext('2d')!;
      /** Whether a text is wider than its box, drawn by the box itself or a pseudo-element of it. */
      const isTooWide = (
        text: string,
        box: Element,
        pseudo: string,
        { paddingLeft, paddingRight }: CSSStyleDeclaration,
      ) => {
        ruler.font = getComputedStyle(box, pseudo).font;
        return (
          ruler.measureText(text).width > box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        );
      };
      for (const input of document.querySelectorAll('input[placeholder]:placeholder-shown')) {
        if (!(input instanceof HTMLInputElement) || !input.checkVisibility({ visibilityProperty: true }))
          continue;
        const box = input.closest('[data-placeholder]');
        const shown = input.placeholder.replaceAll('\u200B,\u00A0', ', ');
        for (const whole of placeholders.find(([english]) => english === shown) ?? [shown]) {
          // Such a box shows the words that fit: the first one has to.
          const text = box === null ? whole : whole.split(/,? /)[0]!;
          const isWide =
            box === null
              ? isTooWide(text, input, '::placeholder', getComputedStyle(input))
              : isTooWide(text, box, '::after', getComputedStyle(box, '::after'));
          if (isWide) found.push(`“${text}” is wider than its field`);
        }
      }
      const state = document.querySelector('[role="grid"] .mark > span')?.firstChild;
      if (state instanceof Text) {
        const { data } = state;
        for (const text of states) {
          state.data = text;
          note(state, listHiding(state.parentElement!));
        }
        state.data = data;
      }
      const discs = [...document.querySelectorAll('.dp-disc')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      );
      return [...found, ...discs.map(({ textContent }) => `“${textContent}” is wider than its circle`)];
    },
    { placeholders: PLACEHOLDERS, states: LONGEST_STATES },
  );
