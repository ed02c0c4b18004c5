import type { Frame, Page } from '@playwright/test';
import { rest, still } from './come-to-rest.ts';
import { findBarriers } from './find-barriers.ts';
import { listCutTexts } from './list-cut-texts.ts';
import { listLowLists } from './list-low-lists.ts';
import { listMapCorners } from './list-map-corners.ts';
import { listNarrowTexts } from './list-narrow-texts.ts';
import { listOffGrid } from './list-off-grid.ts';
import { listOutOfReach, listOutOfSight } from './list-out-of-sight.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { listTallBars } from './list-tall-bars.ts';
import type { Screen } from './visit.ts';

/** Lists the faults of a screen, one line each. @param within the page, or the frame in it that is looked at */
type Check = (within: Page | Frame, screen: Screen, page: Page) => Promise<string[]>;

/** Settings of window and browser, and the checks for them. */
interface Look {
  name: string;
  width: number;
  height: number;
  /** Twice the usual size of text. */
  isLarge?: true;
  /** Letters, words and lines stand further apart. */
  isSpaced?: true;
  isFromRight?: true;
  media?: Parameters<Page['emulateMedia']>[0];
  /** Screens that aren't looked at in this look. */
  leavesOut?: (screen: Screen) => boolean;
  checks: readonly Check[];
}

const isMinor = ({ kind }: Screen) => kind === 'minor';
const hasNothingInSight = ({ seen }: Screen) => seen === undefined;
const isNotPrinted = ({ unprinted }: Screen) => unprinted === undefined;

const barriers: Check = (within) => findBarriers(within);
const barriersForAxe: Check = (within) => findBarriers(within, 'axe');
const contrast: Check = (within) => findBarriers(within, 'colours');
const overflows: Check = (within) => listOverflows(within);
const smallTargets: Check = (within) => listSmallTargets(within);
const narrowTexts: Check = (within) => listNarrowTexts(within);
const cutTexts: Check = (within) => listCutTexts(within);
const mapCorners: Check = (within) => listMapCorners(within);
const tallBars: Check = (within) => listTallBars(within);
const lowLists: Check = (within) => listLowLists(within);
const offGrid: Check = (within, { column }) =>
  column ? listOffGrid(within, column) : Promise.resolve<string[]>([]);
const outOfSight: Check = (_, { seen }, page) => listOutOfSight(seen?.(page) ?? []);
const outOfSightOnItsSide: Check = (_, { seenOnItsSide }, page) =>
  listOutOfSight(seenOnItsSide?.(page) ?? []);
const outOfReach: Check = (_, { seen }, page) => listOutOfReach(seen?.(page) ?? []);
const lost: Check = async (_, { sign }, page) => ((await sign(page).isVisible()) ? [] : ['it isn’t shown']);
const printed: Check = async (_, { unprinted }, page) =>
  (await unprinted?.(page).isVisible()) ? ['what is for the screen alone is printed'] : [];

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Equals a window of 1280 pixels at 400 %. */
const NARROW = { width: 320, height: 640 };

/** The looks in which a change breaks something first: `npm test`. */
const MAIN_LOOKS: readonly Look[] = [
  { name: 'wide', ...WIDE, checks: [barriers, smallTargets, overflows, cutTexts, offGrid] },
  { name: 'wide, dark', ...WIDE, media: { colorScheme: 'dark' }, checks: [contrast] },
  {
    name: 'phone, large text',
    width: 360,
    height: 740,
    isLarge: true,
    checks: [lost, narrowTexts, overflows, cutTexts, outOfSight, mapCorners, tallBars, lowLists],
  },
  {
    name: 'narrow',
    ...NARROW,
    checks: [barriersForAxe, smallTargets, overflows, cutTexts, offGrid, lowLists],
  },
];

/** All others: the project `looks` of `npm run test:all`. */
const RARER_LOOKS: readonly Look[] = [
  // Light: of the dark ones, axe takes white on black for another pair.
  { name: 'wide, forced colours', ...WIDE, media: { forcedColors: 'active' }, checks: [contrast] },
  { name: 'wide, spaced text', ...WIDE, isSpaced: true, leavesOut: isMinor, checks: [overflows, cutTexts] },
  { name: 'wide, from right to left', ...WIDE, isFromRight: true, leavesOut: isMinor, checks: [overflows] },
  { name: 'wide, large text', ...WIDE, isLarge: true, leavesOut: hasNothingInSight, checks: [outOfSight] },
  {
    name: 'on paper',
    ...WIDE,
    media: { media: 'print' },
    leavesOut: isNotPrinted,
    checks: [overflows, printed],
  },
  { name: 'wide, at 200 %', width: 640, height: 400, checks: [smallTargets, overflows] },
  { name: 'phone', ...PHONE, checks: [cutTexts, offGrid, outOfSight] },
  { name: 'phone, from right to left', ...PHONE, isFromRight: true, leavesOut: isMinor, checks: [overflows] },
  {
    name: 'narrow, spaced text',
    width: 320,
    height: 800,
    isSpaced: true,
    leavesOut: isMinor,
    checks: [overflows, cutTexts],
  },
  {
    name: 'on its side',
    width: 844,
    height: 390,
    leavesOut: isMinor,
    checks: [smallTargets, overflows, offGrid, outOfSight, outOfSightOnItsSide],
  },
  {
    name: 'with its keyboard open',
    width: 390,
    height: 400,
    leavesOut: hasNothingInSight,
    checks: [outOfSight],
  },
  { name: 'watch', width: 280, height: 653, leavesOut: hasNothingInSight, checks: [outOfSight] },
  { name: '200 pixels high', width: 390, height: 200, leavesOut: hasNothingInSight, checks: [outOfReach] },
];

/** The distances of WCAG 1.4.12, as a user's own style sheet sets them. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Checks a screen in one look. @returns its faults */
export async function lookAt(page: Page, screen: Screen, look: Look): Promise<string[]> {
  await page.setViewportSize(look);
  if (look.media) await page.emulateMedia(look.media);
  const within = (await screen.within?.(page)) ?? page;
  for (const part of new Set([page, within])) await applyTo(part, look);
  await screen.prepare?.(page);
  await rest(within);
  // A map draws its pins again after its size has changed.
  const map = within.locator('.leaflet-map-pane');
  if ((await map.count()) > 0) await still(map, 10);
  const found: string[] = [];
  for (const check of look.checks) found.push(...(await check(within, screen, page)));
  if (look.media) await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  return found;
}

/** Sets the size, the distances and the direction of a look's texts. */
const applyTo = (part: Page | Frame, look: Look): Promise<void> =>
  part.evaluate(
    ({ isLarge, isSpaced, isFromRight, spacing }) => {
      const { style, dir } = document.documentElement;
      style.fontSize = isLarge ? '32px' : '';
      const wanted = isFromRight ? 'rtl' : 'ltr';
      if (dir !== wanted) document.documentElement.dir = wanted;
      // Not as an element, which the page's policy refuses.
      const own = window as unknown as { spaced?: CSSStyleSheet };
      const sheet = (own.spaced ??= new CSSStyleSheet());
      sheet.replaceSync(isSpaced ? spacing : '');
      if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    },
    { isLarge: look.isLarge, isSpaced: look.isSpaced, isFromRight: look.isFromRight, spacing: SPACING },
  );

/**
 * The looks that a screen is looked at in by a project of playwright.config.ts. In Firefox these are the ones with large text: it
 * has other fonts, and other boxes for texts and controls.
 */
export function listLooks(screen: Screen, project: string): Look[] {
  const looks = {
    looks: RARER_LOOKS,
    firefox: [...MAIN_LOOKS, ...RARER_LOOKS].filter(({ isLarge }) => isLarge),
  }[project];
  return (looks ?? MAIN_LOOKS).filter(({ leavesOut }) => !leavesOut?.(screen));
}

/** Restores the initial state of a visit. */
export const endLooks = (page: Page, screen: Screen) =>
  lookAt(page, screen, { name: '', ...WIDE, checks: [] });
