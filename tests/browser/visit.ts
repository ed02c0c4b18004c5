import type { Frame, Locator, Page } from '@playwright/test';
import type { Droppoint } from './droppoint.ts';
import type { Column } from './list-off-grid.ts';

/** A state of the product that a person sees. */
export interface Screen {
  name: string;
  /** `minor`: differs from another one only by its texts. */
  kind?: 'minor';
  /** Goes there from the visit's previous screen. */
  reach: (page: Page, droppoint: Droppoint) => Promise<unknown>;
  /** Brings the screen's subject into view, in each look. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Is visible once the screen is reached, and as long as it is there. */
  sign: (page: Page) => Locator;
  /** The frame that is looked at, in place of the page around it. */
  within?: (page: Page) => Promise<Frame | null | undefined>;
  /** In which its controls have one height and one edge. */
  column?: Column;
  /** Elements that are completely visible in the lowest and narrowest windows. */
  seen?: (page: Page) => Locator[];
  /** Elements that are completely visible on a phone in landscape. */
  seenOnItsSide?: (page: Page) => Locator[];
  /** Elements that aren't printed. */
  unprinted?: (page: Page) => Locator;
}

/** Screens in the order in which one visit reaches them. */
export interface Visit {
  title: string;
  /** Whether the network is published; else the list is read live. */
  isPublished: boolean;
  /** Whether it is made in Firefox too: those with the most texts and controls. */
  isInFirefox?: true;
  screens: readonly Screen[];
}
