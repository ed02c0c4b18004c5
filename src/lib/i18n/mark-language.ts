import { language } from './messages.ts';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** Tells the browser and assistive technology which language the page speaks, and from which side it is written. */
export function markLanguage(root: HTMLElement): void {
  root.lang = language;
  root.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}
