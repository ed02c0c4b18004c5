import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyLook } from '../../../src/lib/ui/apply-look.ts';
import { makeRoot, stubPage } from '../../unit/ui/look-page.ts';
import { words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

/** CSS functions that load a URL, or stand for a value from elsewhere. */
const DANGEROUS = words(
  'url src image image-set -webkit-image-set cross-fade element paint env var attr if inherit --x',
);
const HARMLESS = words('rgb hsl oklch color-mix calc clamp');

/** A name as CSS allows it to be written: capitals, and letters as escapes (CSS Syntax §4.3.7). */
const spell = (name: string) =>
  fc.array(fc.nat(4), { minLength: name.length, maxLength: name.length }).map((ways) =>
    Array.from(name, (letter, at) => {
      const code = letter.codePointAt(0)!.toString(16);
      if (ways[at] === 0) return letter.toUpperCase();
      if (ways[at] === 1) return `\\${code} `;
      return ways[at] === 2 ? `\\${code.padStart(6, '0')}` : letter;
    }).join(''),
  );
const names = fc.oneof(
  fc.constantFrom(...DANGEROUS, ...HARMLESS),
  fc.constantFrom(...DANGEROUS).chain(spell),
  fc.constantFrom(...DANGEROUS).map((name) => name.toUpperCase()),
);
const parts = fc.oneof(
  names.map((name) => `${name}(`),
  fc.constantFrom(
    ...words(`( ) , /**/ " ' \\ ; } !important \u0000 \ufffd é https://h.example/x red #123456 1px 50%
      inherit unset --x @import`),
    ...[' ', '\n', 'in srgb'],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const values = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('', 'rgb(', 'calc(1px + ', 'red '), fc.array(parts, { maxLength: 6 }))
      .map(([start, list]) => start + list.join('')),
  },
  { weight: 1, arbitrary: fc.anything() },
);
const looks = fc.dictionary(
  fc.constantFrom(...words('colorPrimary colorSurface colorOnSurface colorOutline fontFamily radius other')),
  values,
  { minKeys: 1, maxKeys: 4 },
);

/** A value as the browser reads it: without comments, with escapes resolved, in lower case. */
const readAsCss = (value: string) =>
  value
    .replace(/\\([0-9a-f]{1,6})[ \t\r\n\f]?/gi, (_, code: string) => {
      const point = Number.parseInt(code, 16);
      return String.fromCodePoint(point > 0x10_ff_ff ? 0xff_fd : point);
    })
    .replace(/\\/g, '')
    .toLowerCase();

describe('Fuzzing: looks of a shop', PATIENCE, () => {
  afterEach(() => vi.unstubAllGlobals());

  // CSS Values 4 §4.5.
  // Proves: security/harmless-look, embedding/look.
  it('a hostile look sets no value that loads a URL or comes from elsewhere, however browsers parse it', async () => {
    // True for everything, as browsers answer for any value with `var()`.
    stubPage(() => true);
    let set = 0;
    await sendThrough('looks of a shop', looks, (look) => {
      const root = makeRoot();
      applyLook(root as never, { look });
      for (const [token, value] of root.set) {
        if (value === 'var(--dp-on-surface)') continue;
        set++;
        expect(token).toMatch(/^--dp-[a-z-]+$/);
        const read = readAsCss(value);
        for (const name of DANGEROUS) expect(read.includes(`${name}(`), `${name} in ${value}`).toBe(false);
      }
    });
    expect(set).toBeGreaterThan(INPUTS / 10);
  });
});
