import { parseUrl } from './parse-url.ts';
import { AppError } from './errors.ts';

/**
 * Checks an address from the settings.
 * @param name of the setting
 * @returns the address without trailing slashes, so that paths can be appended
 * @throws AppError `settings_invalid`
 */
export function checkAddress(name: string, value: unknown): string {
  const invalid = (why: string) =>
    new AppError(
      'settings_invalid',
      `${name} ${why}. Give the address of a server, such as https://api.example.`,
    );
  if (value === undefined || value === null || value === '')
    throw invalid('is empty: set its environment variable');
  const url = typeof value === 'string' ? parseUrl(value) : null;
  if (typeof value !== 'string' || url === null) throw invalid(`is not a URL: ${quote(value)}`);
  const { protocol, username, search, hash } = url;
  if (!/^https?:$/.test(protocol)) throw invalid(`is not an http(s) URL: ${quote(value)}`);
  if (username !== '') throw invalid('contains a user name');
  if (search + hash !== '') throw invalid(`has a query or a fragment: ${quote(value)}`);
  return value.trim().replace(/\/+$/, '');
}

const quote = (value: unknown) => (typeof value === 'string' ? `"${value}"` : typeof value);
