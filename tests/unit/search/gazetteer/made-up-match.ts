import type { GazetteerMatch } from '#search/question.ts';

/** A street that a gazetteer has found by its whole name, of no town, in an area of zooms 9 to 14. */
export const MATCH: GazetteerMatch = {
  ...{
    kind: 'street',
    name: '',
    otherName: '',
    isTown: false,
    town: '',
    country: '',
    population: 0,
    match: 'exact',
  },
  ...{ otherKind: false, isBeside: false, house: '', left: '', reach: 0, latitude: 0, longitude: 0 },
  area: {
    ...{ name: 'a', version: '0123456789abcdef', bounds: [1, 42, 2, 43], minZoom: 9, maxZoom: 14 },
    date: null,
  },
};
