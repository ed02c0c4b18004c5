import { describe, expect, it } from 'vitest';
import { decode, type Decoded } from '../../../../src/lib/desk/import/decode.ts';
import { decodeAs, type Encoding } from '../../../../src/lib/desk/import/encodings.ts';

/** Encodes a text in a single-byte encoding by inverting its decoder. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeAs(new Uint8Array([byte]), encoding), byte] as const),
  );
  return Uint8Array.from([...text].map((letter) => bytes.get(letter) ?? 63));
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const wide = (text: string, little: boolean, mark = true) => {
  const units = `${mark ? '\uFEFF' : ''}${text}`;
  return Uint8Array.from(
    Array.from(units, (letter) => letter.charCodeAt(0)).flatMap((unit) =>
      little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  );
};
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const read = (bytes: Uint8Array, language = 'en') => decode(bytes, language) as Decoded;

const POLISH = 'imię;ulica\nŁucja;Świętokrzyska\nMichał;Żółkiewskiego\n';
const POLISH_STREETS = 'ulica\nŚwiętego Jaśka;Źródlana;Wąska\n';
const FRENCH_DOS = 'prénom;rue\nHélène;rue de la Forêt\nFrançoise;allée Molière\n';
const CZECH = 'jméno;ulice\nŘehoř;Kopečná\nZdeňka;Průběžná\n';
const FRENCH = 'prénom;rue\nHélène;rue de la Forêt\nÀlix;boulevard Molière\n';
const GERMAN = 'Straße;Ort\nGrünstraße;Köln\n';
const SPANISH = 'calle\nEspaña;Núñez\n';
const ITALIAN = 'città\nvia Più;Forlì\n';
const UKRAINIAN = "ім'я;місто\nОлена;Київ\nТарас;Львів\n";

describe('decode', () => {
  it.each([
    ['UTF-8', utf8(POLISH), POLISH, 'utf-8'],
    ['UTF-8 with its mark', join(new Uint8Array([0xef, 0xbb, 0xbf]), utf8(POLISH)), POLISH, 'utf-8'],
    ['UTF-16 little-endian', wide(POLISH, true), POLISH, 'utf-16le'],
    ['UTF-16 big-endian', wide(POLISH, false), POLISH, 'utf-16be'],
    ['UTF-16 without a mark', wide(GERMAN, true, false), GERMAN, 'utf-16le'],
    ['UTF-16 big-endian without a mark', wide(GERMAN, false, false), GERMAN, 'utf-16be'],
    ['Polish in Windows-1250', encode(POLISH, 'windows-1250'), POLISH, 'windows-1250'],
    ['Czech in Windows-1250', encode(CZECH, 'windows-1250'), CZECH, 'windows-1250'],
    ['French in Windows-1252', encode(FRENCH, 'windows-1252'), FRENCH, 'windows-1252'],
    ['German in Windows-1252', encode(GERMAN, 'windows-1252'), GERMAN, 'windows-1252'],
    ['Spanish in Windows-1252', encode(SPANISH, 'windows-1252'), SPANISH, 'windows-1252'],
    ['Italian in Windows-1252', encode(ITALIAN, 'windows-1252'), ITALIAN, 'windows-1252'],
    ['Ukrainian in Windows-1251', encode(UKRAINIAN, 'windows-1251'), UKRAINIAN, 'windows-1251'],
    ['Polish in ISO-8859-2', encode(POLISH_STREETS, 'iso-8859-2'), POLISH_STREETS, 'iso-8859-2'],
    ['Polish of DOS', encode(POLISH, 'ibm852'), POLISH, 'ibm852'],
    ['Czech of DOS', encode(CZECH, 'ibm852'), CZECH, 'ibm852'],
    ['Polish of a Macintosh', encode(POLISH, 'x-mac-ce'), POLISH, 'x-mac-ce'],
    ['French of a Macintosh', encode(FRENCH, 'macintosh'), FRENCH, 'macintosh'],
    ['French of DOS', encode(FRENCH_DOS, 'ibm850'), FRENCH_DOS, 'ibm850'],
  ])('reads %s', (_, bytes, text, encoding) => {
    expect(read(bytes)).toEqual({ text, encoding, others: [], nuls: 0 });
  });

  it('uses the usual encoding of the page’s language if the letters don’t decide', () => {
    expect(read(encode(GERMAN, 'windows-1252'), 'pl').encoding).toBe('windows-1250');
  });

  it('says which other encodings are as likely', () => {
    const bytes = encode('name;town\nAda;Orly\nJørgen;Ry\n', 'windows-1252');
    expect(read(bytes)).toMatchObject({ encoding: 'windows-1252', others: ['windows-1250'] });
  });

  it('decodes in the encoding that the user chose', () => {
    const bytes = encode(POLISH, 'windows-1250');
    expect(decode(bytes, 'en', 'windows-1252')).toMatchObject({ encoding: 'windows-1252' });
    expect((decode(bytes, 'en', 'windows-1252') as Decoded).text).toContain('£ucja');
  });

  it('decodes a file with lines in two encodings in the one that most letters are in', () => {
    const strange = encode('Żółć;Wałęsa\n', 'windows-1250');
    const mostlyUtf8 = decode(join(utf8(POLISH), strange, utf8('Óla\n')), 'en');
    expect(mostlyUtf8).toMatchObject({ encoding: 'utf-8' });
    expect((mostlyUtf8 as Decoded).text).toContain(`${POLISH}\uFFFD\uFFFD`);
    const mostlyNarrow = decode(join(encode(POLISH, 'windows-1250'), utf8('Óla\n')), 'en');
    expect(mostlyNarrow).toMatchObject({ encoding: 'windows-1250' });
    expect((mostlyNarrow as Decoded).text).toContain(POLISH);
  });

  it('removes NUL characters and counts them', () => {
    const text = `name;town\n${'Ida;Testowo\n'.repeat(20)}`;
    expect(read(utf8(`${text}Os\0kar;Te\0stowo`))).toMatchObject({ text: `${text}Oskar;Testowo`, nuls: 2 });
  });

  it.each([
    ['nothing', new Uint8Array(), 'empty'],
    ['blanks', utf8(' \n \n'), 'empty'],
    ['a workbook', utf8('PK\u0003\u0004 and more'), 'workbook'],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'workbook'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 7, 0, 0, 0]), 'binary'],
  ])('recognises %s', (_, bytes, problem) => {
    expect(decode(bytes, 'en')).toBe(problem);
  });
});
