/** Makes a map from OpenStreetMap value to kind. @param rows the values of each kind, separated by spaces */
export function mapValuesToKinds(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([kind, values]) =>
      values.split(' ').map((value) => [value, kind] as const),
    ),
  );
}

/**
 * Kinds of ground in drawing order: large areas first, smaller ones over them. Both schemas use OpenStreetMap's values.
 * Leaves out national parks and nature reserves.
 */
export const GROUND = mapValuesToKinds({
  residential: 'residential commercial retail urban_area neighbourhood',
  industrial: 'industrial railway landfill brownfield quarry garages military naval_base airfield',
  farmland: 'farmland farmyard orchard vineyard greenhouse_horticulture plant_nursery allotments',
  green:
    'park garden grass grassland meadow village_green recreation_ground golf_course miniature_golf playground ' +
    'cemetery grave_yard heath scrub wetland swamp bog marsh string_bog wet_meadow dog_park zoo pitch',
  wood: 'wood forest',
  rock: 'bare_rock scree shingle barren',
  sand: 'sand beach',
  ice: 'glacier',
  site: 'university college school kindergarten hospital sports_center sports_centre stadium prison aerodrome',
});

/** Kinds of roads in drawing order: larger roads are drawn over smaller ones. */
export const ROAD_KINDS = mapValuesToKinds({
  ferry: 'ferry',
  path: 'footway path steps cycleway track bridleway corridor',
  pedestrian: 'pedestrian',
  service: 'service',
  minor: 'unclassified residential living_street road busway minor_road raceway',
  tertiary: 'tertiary tertiary_link',
  secondary: 'secondary secondary_link',
  primary: 'primary primary_link major_road',
  trunk: 'trunk trunk_link',
  motorway: 'motorway motorway_link highway',
  tram: 'tram',
  rail: 'rail narrow_gauge light_rail monorail funicular subway',
});

export const WATERWAYS = mapValuesToKinds({
  river: 'river canal',
  stream: 'stream ditch drain',
});

export const PLACES = mapValuesToKinds({
  country: 'country',
  state: 'region state province',
  city: 'capital state_capital city',
  town: 'town',
  village: 'village',
  suburb: 'suburb quarter borough macrohood',
  neighbourhood: 'neighbourhood',
  hamlet: 'hamlet',
  locality: 'locality isolated_dwelling farm dwelling allotments island islet',
});

export const STATIONS = mapValuesToKinds({
  rail: 'station halt train_station railway_station',
  bus: 'bus_station',
  airport: 'aerodrome airport',
  ferry: 'ferry_terminal',
});

/** Rank of each kind of place; 0 is the most important. */
const RANKS: Readonly<Record<string, number>> = {
  country: 0,
  state: 1,
  city: 5,
  town: 7,
  village: 9,
  suburb: 9,
  neighbourhood: 11,
  hamlet: 11,
  locality: 12,
};
/** A place's rank improves by one for each of these populations it reaches. */
const STEPS = [20_000, 250_000, 1_000_000];

export function rankPlace(kind: string, isCapital: boolean, population: unknown): number {
  const people = typeof population === 'number' ? population : 0;
  const higher = STEPS.filter((step) => people >= step).length + (isCapital ? 2 : 0);
  return Math.max(0, (RANKS[kind] ?? 12) - higher);
}
