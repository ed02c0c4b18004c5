import { describe, expect, it } from 'vitest';
import {
  readConfiguration,
  writeConfiguration,
  type Configuration,
} from '../../../src/lib/configure/configuration.ts';
import { FIRST_SETTINGS, listAttributes } from '../../../src/lib/configure/options.ts';

const FIRST: Configuration = { settings: FIRST_SETTINGS, isPinned: false, kind: 'HTML' };
const read = (query: string) => readConfiguration(new URLSearchParams(query));

describe('the configurator’s address', () => {
  it('unchanged settings need no query', () => {
    expect(writeConfiguration(FIRST)).toBe('');
    expect(read('')).toEqual(FIRST);
  });

  it.each([
    [{ ...FIRST, settings: { country: 'PL,CZ', mode: 'inline', remember: '' } }],
    [{ ...FIRST, settings: { name: 'a&b=c"d', city: 'Łódź' }, isPinned: true, kind: 'Vue' as const }],
    // Everything switched off is not how the page begins.
    [{ ...FIRST, settings: {} }],
    [{ ...FIRST, settings: { ...FIRST_SETTINGS, theme: 'auto' }, isPinned: true }],
  ])('the settings %j survive a round trip through the address', (configuration) => {
    const back = read(writeConfiguration(configuration));
    expect(listAttributes(back.settings)).toEqual(listAttributes(configuration.settings));
    expect([back.isPinned, back.kind]).toEqual([configuration.isPinned, configuration.kind]);
  });

  it('settings that the page doesn’t offer are ignored', () => {
    const query =
      'onclick=alert(1)&origin=https://evil.example&__proto__=x&mode=popup&for=Perl&required=no&city=Wien';
    expect(read(query)).toEqual({ settings: { required: '', city: 'Wien' }, isPinned: false, kind: 'HTML' });
  });
});
