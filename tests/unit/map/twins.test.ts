import { expect, it } from 'vitest';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { withoutTwins } from '../../../scripts/basemap/twins.ts';

const town = (name: string, population: number, longitude: number, country = 'NL') => ({
  ...{ name, population, country, isSection: false, weight: Math.round(population / 100) },
  x: unitX(longitude),
  y: unitY(52.44),
});

it('a municipality beside the town that it is named after is no second label; other towns that begin alike stay', () => {
  const [zaanstad, zaandam] = [town('Zaanstad', 140_085, 4.81), town('Zaandam', 71_708, 4.826)];
  expect(withoutTwins([zaanstad, zaandam])).toEqual([{ ...zaanstad, name: 'Zaandam', x: zaandam.x }]);
  for (const others of [
    [town('Zaanstad', 140_085, 4.81), town('Zaandam', 71_708, 4.9)],
    [town('Zaanstad', 140_085, 4.81), town('Zaandijk', 9_040, 4.82)],
    [town('Annecy', 49_232, 4.81), town('Annecy-le-Vieux', 21_521, 4.82)],
    [town('Zaanstad', 140_085, 4.81), town('Zaandam', 71_708, 4.82, 'BE')],
  ])
    expect(withoutTwins(others)).toEqual(others);
});
