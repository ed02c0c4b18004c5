import { describe, expect, it } from 'vitest';
import { readAttribution } from '../../../src/lib/map/credits.ts';

describe('an attribution', () => {
  it('an attribution consists of text and links', () => {
    expect(
      readAttribution(
        '&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
      ),
    ).toEqual([
      { text: '© ', href: null },
      { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
      { text: ' contributors', href: null },
    ]);
  });

  it('links to anything but https are removed, and their text stays', () => {
    expect(
      readAttribution('<a href="javascript:alert(1)">Tiles</a> <a href=\'http://x.test\'>Maps</a>'),
    ).toEqual([
      { text: 'Tiles', href: null },
      { text: 'Maps', href: null },
    ]);
  });

  it('all other markup is removed', () => {
    expect(readAttribution('<img src=x onerror=alert(1)>Tiles <b>by &amp; for</b> us<script>')).toEqual([
      { text: 'Tiles by & for us', href: null },
    ]);
  });

  it('an unknown entity is shown as it was written', () => {
    expect(readAttribution('a &hearts; b')).toEqual([{ text: 'a &hearts; b', href: null }]);
  });
});
