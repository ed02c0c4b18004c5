import { numbersIn } from '../i18n/formatters.ts';

/** The page's own language: it speaks no other, whatever the site does. */
export const LANGUAGE = 'en';

/** `12,400` */
export function formatCount(count: number): string {
  return numbersIn(LANGUAGE).format(count);
}

/** `1 item`, `12,400 items` */
export function formatAmount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
