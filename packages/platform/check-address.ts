import { AppError } from './errors.ts';

/**
 * Checks an address of the settings.
 * @param name of the setting
 * @returns it without trailing slashes, as paths are put behind it
 * @throws AppError `settings_invalid`
 */
export function checkAddress(name: string, value: unknown): string {
  const refuse = (why: string) =>
    new AppError(
      'settings_invalid',
      `${name} ${why}. Give the address of a server, such as https://api.example.`,
    );
  if (value === undefined || value === null || value === '')
    throw refuse('is empty: set its environment variable');
  if (typeof value !== 'string' || !URL.canParse(value)) throw refuse(`is no address: ${show(value)}`);
  const { protocol, username, search, hash } = new URL(value);
  if (!/^https?:$/.test(protocol)) throw refuse(`is no address of HTTP: ${show(value)}`);
  if (username !== '') throw refuse('holds a user');
  if (search + hash !== '') throw refuse(`has more than a path: ${show(value)}`);
  return value.trim().replace(/\/+$/, '');
}

const show = (value: unknown) => (typeof value === 'string' ? `"${value}"` : typeof value);
