import { describe, expect, it } from 'vitest';
import { rankTogether } from '#search/rank.ts';
import type { GazetteerMatch } from '#search/question.ts';
import type { Place } from '#search/tables/places.ts';
import type { Street } from '#search/tables/streets.ts';
import { MATCH } from './gazetteer/made-up-match.ts';
import type { Suggestion } from '#search/question.ts';

const HERE = { latitude: 50, longitude: 20 };
/** About 50 km north. */
const FAR = { latitude: 50.45, longitude: 20 };

const mapped = (name: string, more: Partial<GazetteerMatch> = {}): GazetteerMatch => ({
  ...MATCH,
  ...{ name, town: 'Ville', country: 'AD', ...HERE },
  ...more,
});
const town = (name: string, more: Partial<GazetteerMatch> = {}) =>
  mapped(name, { kind: 'town', town: '', ...more });

type Unknown = Extract<Suggestion, { kind: 'street' }>['unknown'];
const street = (name: string, more: Partial<Street> = {}, unknown: Unknown = null): Suggestion => ({
  kind: 'street',
  street: {
    ...{ name, city: 'Ville', country: 'AD', count: 3, house: null, wantedHouse: '', precision: 'street' },
    ...{ withinMetres: null, match: 'exact', ...HERE },
    ...more,
  },
  unknown,
});
const city = (name: string, more: Partial<Place> = {}, unknown: Unknown = null): Suggestion => ({
  kind: 'place',
  place: { name, otherName: '', kind: 'city', country: 'AD', count: 9, match: 'exact', ...HERE, ...more },
  unknown,
});
const point = (id: string): Suggestion => ({ kind: 'point', id });
const number = { kind: 'number', text: '92' } as const;
const part = { kind: 'part', text: 'Rue Neuve' } as const;

const nameOwn = (each: Suggestion) =>
  each.kind === 'place'
    ? each.place.name
    : each.kind === 'street'
      ? each.street.name
      : each.kind === 'point'
        ? each.id
        : each.kind;

/** Names in order; of the published streets in capitals, with the number of points that the network knows there. */
function rank(own: Suggestion[], matches: GazetteerMatch[], around: typeof HERE | null = HERE): string[] {
  const make = ({ name, town: of }: GazetteerMatch, count: number | null) => ({
    kind: 'mapped' as const,
    label: `${name.toUpperCase()}${of === 'Ville' || of === '' ? '' : ` ${of}`}${count === null ? '' : ` ${count}`}`,
  });
  return rankTogether(own, matches, around, make).map((each) =>
    each.kind === 'mapped' ? each.label : nameOwn(each),
  );
}

describe('network and published streets in one order', () => {
  it.each<[what: string, own: Suggestion[], matches: GazetteerMatch[], expected: string[]]>([
    ['the network alone, as it is', [street('A'), city('B')], [], ['A', 'B']],
    ['the streets alone', [], [mapped('A'), town('B')], ['B', 'A']],
    ['a city and a street of one name', [city('Paris')], [mapped('Rue de Paris')], ['Paris', 'RUE DE PARIS']],
    ['a street that both know, once', [street('Rue Neuve')], [mapped('Rue Neuve')], ['Rue Neuve']],
    ['… abbreviated', [street('Av. Neuve')], [mapped('Avenue Neuve')], ['Av. Neuve']],
    [
      '… but not another kind of street',
      [street('Rue Neuve')],
      [mapped('Place Neuve', { otherKind: true })],
      ['Rue Neuve', 'PLACE NEUVE'],
    ],
    [
      '… nor one elsewhere',
      [street('Rue Neuve')],
      [mapped('Rue Neuve', { ...FAR, town: 'Loin' })],
      ['Rue Neuve', 'RUE NEUVE Loin'],
    ],
    [
      'a house that the network lacks, from the map',
      [street('Rue Neuve', {}, number)],
      [mapped('Rue Neuve')],
      ['RUE NEUVE 3'],
    ],
    [
      '… in two spellings, once, with the points of both',
      [street('Av. Neuve', {}, number), street('Avenue Neuve', {}, number)],
      [mapped('Avenue Neuve')],
      ['AVENUE NEUVE 6'],
    ],
    [
      '… but each of two towns',
      [street('Rue Neuve'), street('Rue Neuve', { city: 'Village' })],
      [mapped('Rue Neuve')],
      ['Rue Neuve', 'Rue Neuve'],
    ],
    [
      'no street without its town, far from the town that was named',
      [city('Ville', {}, part)],
      [mapped('Rue Neuve', { ...FAR, latitude: 51, left: 'Ville', town: 'Loin' })],
      ['Ville'],
    ],
    [
      'a house that the network knows, from the network',
      [street('Rue Neuve', { house: '92' })],
      [mapped('Rue Neuve')],
      ['Rue Neuve'],
    ],
    ['a town that both know, once', [city('Ville')], [town('Ville')], ['Ville']],
    ['… by another name', [city('Ville', { otherName: 'Town' })], [town('Town')], ['Ville']],
    [
      'a street that only the map knows, before its city',
      [city('Ville', {}, part)],
      [mapped('Rue Neuve')],
      ['RUE NEUVE', 'Ville'],
    ],
    [
      'a whole name before a beginning',
      [street('Rue Neuveville', { match: 'prefix' })],
      [mapped('Rue Neuve')],
      ['RUE NEUVE', 'Rue Neuveville'],
    ],
    [
      'a beginning before a misspelt name',
      [street('Rue Neufe', { match: 'typo' })],
      [mapped('Rue Neuveville', { match: 'prefix' })],
      ['RUE NEUVEVILLE', 'Rue Neufe'],
    ],
    [
      'a neighbouring postcode, then its city',
      [city('1000', { kind: 'postcode', match: 'near' }), city('Ville')],
      [],
      ['1000', 'Ville'],
    ],
    [
      'a village before a street, a landmark after both',
      [],
      [mapped('Gare', { kind: 'station' }), mapped('Rue Gare'), town('Gare', { kind: 'village' })],
      ['GARE', 'RUE GARE', 'GARE'],
    ],
    [
      'with a number, a street before a village',
      [],
      [town('Ville', { house: '5' }), mapped('Rue Ville', { house: '5' })],
      ['RUE VILLE', 'VILLE'],
    ],
    [
      'what leaves a part unexplained, last',
      [street('Rue A', { match: 'typo' })],
      [mapped('Rue Neuve', { left: 'Xyz' })],
      ['Rue A', 'RUE NEUVE'],
    ],
    [
      '… a place before a street that has its name, if the number stands beside what is unexplained',
      [],
      [mapped('Rue Neuve', { left: 'Xyz 16' }), mapped('Neuve', { kind: 'suburb', left: 'Xyz 16' })],
      ['NEUVE', 'RUE NEUVE'],
    ],
    [
      '… and not at all if another explains all',
      [],
      [mapped('Rue A', { left: 'Xyz' }), mapped('Rue A', { town: 'Loin' })],
      ['RUE A Loin'],
    ],
    [
      'the own town before one that is near',
      [],
      [mapped('Rue A', { isBeside: true, town: 'Loin' }), mapped('Rue A')],
      ['RUE A', 'RUE A Loin'],
    ],
    [
      'a point that is meant stays first',
      [point('AD1'), city('Ville')],
      [mapped('Rue Neuve')],
      ['AD1', 'Ville', 'RUE NEUVE'],
    ],
    [
      'a point that may be meant stays last',
      [city('Ville'), point('AD1')],
      [mapped('Rue Neuve')],
      ['Ville', 'RUE NEUVE', 'AD1'],
    ],
    ['a position alone', [{ kind: 'position', position: HERE }], [mapped('Rue Neuve')], ['position']],
    [
      'the larger town first',
      [],
      [town('A', { population: 10 }), town('A', { population: 900, town: 'Loin' })],
      ['A Loin', 'A'],
    ],
  ])('%s', (_, own, matches, expected) => {
    expect(rank(own, matches)).toEqual(expected);
  });

  it('of equal streets the nearest to the view, unless it isn’t known', () => {
    const near = mapped('Rue A');
    const far = mapped('Rue A', { ...FAR, town: 'Loin' });
    expect(rank([], [far, near])).toEqual(['RUE A', 'RUE A Loin']);
    expect(rank([], [near, far], FAR)).toEqual(['RUE A Loin', 'RUE A']);
    const own = street('Rue A', { ...FAR, city: 'Loin' });
    expect(rank([own], [near])).toEqual(['RUE A', 'Rue A']);
    expect(rank([own], [near], null)).toEqual(['Rue A', 'RUE A']);
  });

  it('at most eight', () => {
    const many = Array.from({ length: 12 }, (_, at) => mapped(`Rue ${at}`));
    expect(rank([city('Ville')], many)).toHaveLength(8);
  });
});
