import type { KeyReader } from '../../../platform-client/config-reader.ts';

/**
 * Reads REDIS_URL: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS.
 * @param problems receives a sentence, never the value: it may hold a password
 * @returns null where there is nothing to share
 */
export function readRedisUrl(keys: KeyReader, problems: string[]): string | null {
  const value = keys.optional('REDIS_URL', '');
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (
    url === null ||
    !/^rediss?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^(\/\d{0,3})?$/.test(url.pathname) ||
    url.search + url.hash !== ''
  )
    problems.push(
      'REDIS_URL must be an address like redis://user:password@redis.example:6379/0, or rediss:// for TLS.',
    );
  return value;
}
