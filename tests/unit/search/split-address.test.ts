import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddress } from '#search/address/split-address.ts';

/** Country, street, then what it is split into. */
type Line = [country: string, line: string, street: string, house: string, flat?: string];

describe('An address in one cell', () => {
  it.each<Line>([
    ['PL', 'ul. Długa 12 m. 5', 'ul. Długa', '12', '5'],
    ['PL', 'Długa 14/16 lok. 2', 'Długa', '14/16', '2'],
    ['PL', 'Zielona 12A m 4', 'Zielona', '12A', '4'],
    ['PL', 'Lipowa 4-6 m 12', 'Lipowa', '4-6', '12'],
    ['PL', 'ul. Długa 5/7', 'ul. Długa', '5', '7'],
    ['PL', 'ul. Długa 12 lokal nr 5', 'ul. Długa', '12', '5'],
    ['PL', 'Długa 12m5', 'Długa', '12', '5'],
    ['PL', 'Długa 12 piętro 2 m. 5', 'Długa', '12', 'piętro 2 m. 5'],
    ['PL', '3 Maja 12', '3 Maja', '12'],
    ['PL', 'ul. 3 Maja 12 m 5', 'ul. 3 Maja', '12', '5'],
    ['PL', '11 Listopada 5/3', '11 Listopada', '5', '3'],
    ['PL', 'Plac 3 Krzyży 5', 'Plac 3 Krzyży', '5'],
    ['PL', 'al. Jana Pawła II 12/4', 'al. Jana Pawła II', '12', '4'],
    ['PL', 'Testowo 12', 'Testowo', '12'],
    ['PL', 'ul. 11-go Listopada 5 m 3', 'ul. 11-go Listopada', '5', '3'],
    ['PL', 'ul. Powstańców 1863 12', 'ul. Powstańców 1863', '12'],
    ['PL', 'Plac Bankowy 2 pok. 5', 'Plac Bankowy', '2', '5'],
    ['PL', 'Wąska 12 kl. B m. 4', 'Wąska', '12', 'kl. B m. 4'],
    ['IT', 'Via 25 aprile 12', 'Via 25 aprile', '12'],
    ['AT', 'Wiener Str. 12/Top 5', 'Wiener Str.', '12', '5'],
    ['GB', 'Flat 4B 12 High Road', 'High Road', '12', '4B'],
    ['DE', 'Musterstraße12', 'Musterstraße', '12'],
    ['DE', 'Musterstr.12', 'Musterstr.', '12'],
    ['DE', 'Hainstr. 11a', 'Hainstr.', '11a'],
    ['DE', 'Invalidenstraße 43/II', 'Invalidenstraße', '43', 'II'],
    ['DE', 'Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['DE', 'Hauptstr. 12 2. OG links', 'Hauptstr.', '12', '2. OG links'],
    ['DE', 'Hauptstraße 12, Hinterhaus', 'Hauptstraße', '12', 'Hinterhaus'],
    ['DE', 'Nebelweg 12 a', 'Nebelweg', '12 a'],
    ['AT', 'Engerthstraße 214d Stiege 2 Tür 5', 'Engerthstraße', '214d', 'Stiege 2 Tür 5'],
    ['AT', 'Hauptstraße 12/2/5', 'Hauptstraße', '12', '2/5'],
    ['CZ', 'Mlžná 1234/5', 'Mlžná', '1234/5'],
    ['CZ', 'Dlouhá č.p. 12', 'Dlouhá', '12'],
    ['FR', '12 rue de la Paix, Apt 3', 'rue de la Paix', '12', '3'],
    ['FR', '12 bis rue des Lilas', 'rue des Lilas', '12 bis'],
    ['FR', '12, rue des Lilas Bât B Apt 4', 'rue des Lilas', '12', 'Bât B Apt 4'],
    ['BE', '12 rue Neuve', 'rue Neuve', '12'],
    ['BE', 'Langeveldstraat 75 Bus 3', 'Langeveldstraat', '75', '3'],
    ['BE', 'Rue Neuve 12 bte 3', 'Rue Neuve', '12', '3'],
    ['NL', 'Keizersgracht 123-II', 'Keizersgracht', '123', 'II'],
    ['NL', 'Keizersgracht 123 hs', 'Keizersgracht', '123', 'hs'],
    ['NL', 'Dorpsstraat 7 bis', 'Dorpsstraat', '7 bis'],
    ['GB', '10 Downing Street Flat 2', 'Downing Street', '10', '2'],
    ['GB', 'Flat 2, 10 Mist Street', 'Mist Street', '10', '2'],
    ['GB', 'Rose Cottage, Mill Lane', 'Rose Cottage, Mill Lane', ''],
    ['US', '123 Main St #4', 'Main St', '123', '4'],
    ['ES', 'Calle Mayor 5, 2B', 'Calle Mayor', '5', '2B'],
    ['ES', 'C/ Mayor, 5, 2º B', 'C/ Mayor', '5', '2º B'],
    ['ES', 'Calle Mayor 5 3º izq', 'Calle Mayor', '5', '3º izq'],
    ['PT', 'Rua Augusta 100, 3º Esq', 'Rua Augusta', '100', '3º Esq'],
    ['PT', 'Rua Augusta 10, 2.º Esq.', 'Rua Augusta', '10', '2.º Esq.'],
    ['PT', 'Av. da Liberdade 5, 1.º B', 'Av. da Liberdade', '5', '1.º B'],
    ['', 'Rua Augusta 10, 2.º Dto', 'Rua Augusta', '10', '2.º Dto'],
    ['IT', 'Via Roma 12 int. 3', 'Via Roma', '12', '3'],
    ['IT', 'Via 4 Novembre 12', 'Via 4 Novembre', '12'],
    ['IT', 'Via Roma, 12/A', 'Via Roma', '12/A'],
    ['UA', 'вул. Зелена, буд. 5, кв. 12', 'вул. Зелена', '5', '12'],
    ['HU', 'Fő utca 12. II/5', 'Fő utca', '12', 'II/5'],
    ['SE', 'Storgatan 12 lgh 1201', 'Storgatan', '12', '1201'],
    ['DK', 'Nørregade 12, 3. tv', 'Nørregade', '12', '3. tv'],
    // Without a country, a number with a slash stays as it is written.
    ['', 'Długa 5/7', 'Długa', '5/7'],
    ['', '10 Downing Street', 'Downing Street', '10'],
  ])('of %s: %s', (country, line, street, house, flat = '') => {
    expect(splitAddress({ street: line }, country)).toEqual({ street, house, flat, doubt: null, detail: '' });
  });
});

describe('An address in several cells', () => {
  it.each<[string, ...cells: [string, string, string], street: string, house: string, flat: string]>([
    ['of their own', 'Lipowa', '12', '5', 'Lipowa', '12', '5'],
    ['with the number below the street', 'Lipowa', '', '12/5', 'Lipowa', '12', '5'],
    ['that are exchanged', '12/5', 'Lipowa', '', 'Lipowa', '12', '5'],
    ['that are exchanged with the second line', '12', '', 'Lipowa', 'Lipowa', '12', ''],
    ['with the number twice', 'Lipowa 12', '12', '5', 'Lipowa', '12', '5'],
    ['with number and flat twice', 'ul. Zielona 4/12', '4', '12', 'ul. Zielona', '4', '12'],
    ['with the flat beside the number', 'Lipowa', '12 m. 5', '', 'Lipowa', '12', '5'],
    ['with the flat’s word', 'Kerkstraat', '5', 'bus 3', 'Kerkstraat', '5', '3'],
    ['with the flat in both', 'ul. Zielona 4 m. 12', '', 'm. 12', 'ul. Zielona', '4', '12'],
    ['with the flat above', 'Flat 2', '', '10 Mist Street', 'Mist Street', '10', '2'],
    ['with a number in the name', 'Plac 3 Krzyży', '5', '', 'Plac 3 Krzyży', '5', ''],
  ])('%s', (_, street, houseNumber, flatNumber, ...[name, house, flat]) => {
    const country = street === 'Flat 2' ? 'GB' : 'PL';
    expect(splitAddress({ street, houseNumber, flatNumber, isSecondLine: true }, country)).toEqual({
      street: name,
      house,
      flat,
      doubt: null,
      detail: '',
    });
  });
});

describe('An address that isn’t sure', () => {
  it.each<[string, object, doubt: string, detail: string]>([
    ['has no number', { street: 'Testowo' }, 'no_house', ''],
    ['has a number in its name alone', { street: '1 Pułku Szwoleżerów' }, 'no_house', ''],
    ['has a flat alone', { street: 'Lipowa', flatNumber: '5' }, 'no_house', ''],
    ['has a flat alone, with its word', { street: 'Lipowa m. 5' }, 'no_house', ''],
    ['has two numbers', { street: 'Lipowa 5', houseNumber: '12' }, 'two_houses', '5, 12'],
    ['has two flats', { street: 'Lipowa 5 m. 2', flatNumber: '3' }, 'two_flats', '2, 3'],
    ['has more after it', { street: 'Lipowa 5 m. 2 wejście od tyłu' }, 'rest', 'wejście od tyłu'],
    ['has an unknown word and number', { street: 'Słoneczna 5 sklep 3' }, 'rest', 'sklep 3'],
    ['has somebody’s name', { street: 'Musterweg 3 c/o Meier' }, 'rest', 'c/o Meier'],
    [
      'has another second line',
      { street: 'Lipowa 5', flatNumber: 'firma Zielona', isSecondLine: true },
      'rest',
      'firma Zielona',
    ],
  ])('%s', (_, cells, doubt, detail) => {
    expect(splitAddress(cells as { street: string }, 'PL')).toMatchObject({ doubt, detail });
  });
});

it('Nothing that is written is lost: it is in a field, or in what is asked', () => {
  const word = fc.constantFrom(
    'Lipowa',
    'ul.',
    '12',
    '12/5',
    'm. 5',
    'lok. 2',
    '3 Maja',
    'c/o Meier',
    '2. OG',
    'Bus 3',
    ',',
  );
  const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  const country = fc.constantFrom('PL', 'DE', 'FR', 'ES', 'GB', '');
  fc.assert(
    fc.property(
      line,
      line,
      line,
      country,
      fc.boolean(),
      (street, houseNumber, flatNumber, code, isSecondLine) => {
        const split = splitAddress({ street, houseNumber, flatNumber, isSecondLine }, code);
        const written = [split.street, split.house, split.flat, split.detail].join(' ');
        const isDoubted = split.doubt !== null;
        const digits = `${street} ${houseNumber} ${flatNumber}`.match(/\d+/g) ?? [];
        for (const number of digits) if (!isDoubted) expect(written).toContain(number);
      },
    ),
    { examples: [['Bus 3 12 Lipowa 2. OG', '', '', 'GB', false]] },
  );
});
