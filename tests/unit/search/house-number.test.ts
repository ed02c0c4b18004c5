import { describe, expect, it } from 'vitest';
import { isHouseNumber, joinHouseNumbers } from '#search/address/read-address.ts';
import { compareHouses } from '#search/place-house.ts';

describe('House numbers', () => {
  it.each([
    '92',
    '12a',
    '12 A',
    '15-a',
    '4-B',
    '12/A',
    '61E',
    '7 bis',
    '7bis',
    '3 A-C',
    '3a-c',
    '3-5',
    '12/3',
    '1234/12a',
    '12–14',
  ])('%j is a house number', (text) => {
    expect(isHouseNumber(text)).toBe(true);
  });

  it.each(['', 'a', '123456', '12 Flat', '3 Maja', 'b/n', '12th', '10115 Berlin'])(
    '%j is not a house number',
    (text) => {
      expect(isHouseNumber(text)).toBe(false);
    },
  );

  it.each([
    ['Dorpsstraat 7 bis', ['Dorpsstraat', '7 bis']],
    ['Dorpsstraat 12 A', ['Dorpsstraat', '12 A']],
    ['3 A-C Dorpsstraat', ['3 A-C', 'Dorpsstraat']],
    // A flat, a street, a word.
    ['Marszałkowska 10 m 5', ['Marszałkowska', '10', 'm', '5']],
    ['3 Maja 12', ['3', 'Maja', '12']],
    ['Rue 10 du Bac', ['Rue', '10', 'du', 'Bac']],
  ])('the house number in %j is joined into one word', (text, words) => {
    expect(joinHouseNumbers(text.split(' '))).toEqual(words);
  });
});

describe('Comparing a known and a requested house', () => {
  it.each([
    ['12a', '12 A', 'same'],
    ['15-a', '15a', 'same'],
    ['12/A', '12a', 'same'],
    ['7 BIS', '7bis', 'same'],
    // Doors of a house, numbers of a range, letters of a range.
    ['12', '12/3', 'same'],
    ['1234/12', '1234', 'same'],
    ['12-16', '14', 'same'],
    ['14', '12-16', 'same'],
    ['3 A-C', '3b', 'same'],
    // A different letter is next door, or the other end of the block.
    ['15', '15a', 'beside'],
    ['15b', '15a', 'beside'],
    ['3 A-C', '3d', 'beside'],
    // The other side of the street; a number before or after the range; no number.
    ['12-16', '13', 'other'],
    ['12-16', '18', 'other'],
    ['92', '9', 'other'],
    ['92', '230', 'other'],
    ['92', '', 'other'],
  ] as const)('%j and %j: %s', (known, requested, expected) => {
    expect(compareHouses(known, requested)).toBe(expected);
  });
});
