import { isLoopback, type Environment } from '../src/lib/platform/addresses.ts';

/** Reads single keys; whatever is wrong with one is noted as a sentence, and reading goes on. */
export interface KeyReader {
  /** @returns the value, or an empty string with a problem noted */
  required(key: string, meaning: string): string;
  optional(key: string, fallback: string): string;
  choice<T extends string>(key: string, choices: readonly T[], fallback: T): T;
  /** Entries of a list separated by blanks or commas. */
  list(key: string): string[];
  wholeNumber(key: string, fallback: number, least: number, most: number): number;
  /** Notes a problem unless the value is an origin that a browser could send. */
  checkOrigin(key: string, value: string): void;
}

/** @param problems receives a sentence for every key that is missing or wrong; never a value that may be secret */
export function createKeyReader(environment: Environment, problems: string[]): KeyReader {
  const read = (key: string): string => environment[key]?.trim() ?? '';
  return {
    required(key, meaning) {
      const value = read(key);
      if (value === '') problems.push(`${key} is missing: ${meaning}.`);
      return value;
    },
    optional: (key, fallback) => read(key) || fallback,
    choice(key, choices, fallback) {
      const value = read(key);
      const chosen = choices.find((choice) => choice === value);
      if (value !== '' && chosen === undefined) {
        problems.push(`${key} must be ${choices.map((choice) => `"${choice}"`).join(' or ')}.`);
      }
      return chosen ?? fallback;
    },
    list: (key) =>
      read(key)
        .split(/[\s,]+/)
        .filter((entry) => entry !== ''),
    wholeNumber(key, fallback, least, most) {
      const value = read(key);
      if (value === '') return fallback;
      const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN;
      if (number >= least && number <= most) return number;
      problems.push(`${key} must be a whole number from ${least} to ${most}.`);
      return fallback;
    },
    checkOrigin(key, value) {
      const url = URL.canParse(value) ? new URL(value) : null;
      if (url?.origin !== value) {
        problems.push(
          `${key} must be an origin like https://shop.example, without a path or a slash at the end.`,
        );
      } else if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
        problems.push(`${key} must begin with https:// (http:// is for this machine alone).`);
      }
    },
  };
}
