import type { SandboxCountry } from './countries.ts';

/** Letters after the number, by position in the stack, so that the ids of a stack differ. */
const LOCKER_LETTERS = 'MNAHGLKB';
const SHOP_LETTERS = 'PFDSTRVX';
const FIRST_HEXADECIMAL = 0x1001;

/** Returns the first three letters of a town's name, as capitals without diacritics: Łódź → LOD. */
export function foldTownCode(name: string): string {
  return name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
    .padEnd(3, 'X');
}

export interface IdParts {
  country: SandboxCountry;
  townName: string;
  serial: number;
  /** Position in the stack, 0 … 7. */
  member: number;
  locker: boolean;
}

/** Makes a point's id: country code, underscore, and the country's pattern. */
export function makeId({ country, townName, serial, member, locker }: IdParts): string {
  const { code, ids } = country;
  const letter = (locker ? LOCKER_LETTERS : SHOP_LETTERS)[member];
  switch (ids) {
    case 'number':
      return `${code}_${code}${pad(serial, 6)}`;
    case 'long-number':
      return `${code}_UK${pad(serial, 8)}`;
    case 'hexadecimal':
      return `${code}_${code}98${(FIRST_HEXADECIMAL + serial).toString(16).toUpperCase()}${letter}`;
    case 'town':
      if (locker) return `${code}_${foldTownCode(townName)}${pad(serial, 2)}${letter}`;
      return `${code}_POP-${foldTownCode(townName)}${serial}${member === 0 ? '' : letter}`;
    case 'long-town':
      return `${code}_${code}${foldTownCode(townName)}${pad(serial, 5)}${letter}`;
  }
}

const pad = (serial: number, digits: number) => String(serial).padStart(digits, '0');
