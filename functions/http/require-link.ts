import { refuse } from './refusal.ts';

/**
 * Refuses a shop's link that can't be used.
 * @param read the content of the link, or why it can’t be used
 * @throws RefusedError 403 if no shop has signed it, 410 if it has expired
 */
export function requireLink<Read extends object>(read: Read | 'invalid' | 'expired'): Read {
  if (read === 'invalid')
    throw refuse(
      403,
      'link_invalid',
      'link isn’t from this shop, or is incomplete: open it again from the message.',
    );
  if (read === 'expired') throw refuse(410, 'link_expired', 'link has expired: ask the shop for a new one.');
  return read;
}
