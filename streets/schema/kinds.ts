/** Ways of writing one table a line: kind of ours, then the values of OpenStreetMap's keys that are drawn so. */
function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([kind, values]) =>
      values.split(' ').map((value) => [value, kind] as const),
    ),
  );
}

/** Both schemas name ground by OpenStreetMap's own values; parks of whole mountain ranges aren't among these. */
export const GROUND = table({
  residential: 'residential commercial retail urban_area neighbourhood',
  industrial: 'industrial railway landfill brownfield quarry garages military naval_base airfield',
  farmland: 'farmland farmyard orchard vineyard greenhouse_horticulture plant_nursery allotments',
  green:
    'park garden grass grassland meadow village_green recreation_ground golf_course miniature_golf playground ' +
    'cemetery grave_yard heath scrub wetland swamp bog marsh string_bog wet_meadow dog_park zoo pitch',
  wood: 'wood forest',
  sand: 'sand beach',
  rock: 'bare_rock scree shingle barren',
  ice: 'glacier',
  site: 'university college school kindergarten hospital sports_center sports_centre stadium prison aerodrome',
});

/** Large ground first: what lies in it is drawn over it. */
export const GROUND_ORDER = [
  'residential',
  'industrial',
  'farmland',
  'green',
  'wood',
  'rock',
  'sand',
  'ice',
  'site',
];

export const ROADS = table({
  motorway: 'motorway motorway_link highway',
  trunk: 'trunk trunk_link',
  primary: 'primary primary_link major_road',
  secondary: 'secondary secondary_link',
  tertiary: 'tertiary tertiary_link',
  minor: 'unclassified residential living_street road busway minor_road raceway',
  service: 'service',
  pedestrian: 'pedestrian',
  path: 'footway path steps cycleway track bridleway corridor',
  rail: 'rail narrow_gauge light_rail monorail funicular subway',
  tram: 'tram',
  ferry: 'ferry',
});

/** Small ones first: a larger road is drawn over those that meet it. */
export const ROAD_ORDER = [
  'ferry',
  'path',
  'pedestrian',
  'service',
  'minor',
  'tertiary',
  'secondary',
  'primary',
  'trunk',
  'motorway',
  'tram',
  'rail',
];

export const WATERWAYS = table({
  river: 'river canal',
  stream: 'stream ditch drain',
});

export const PLACES = table({
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

export const STATIONS = table({
  rail: 'station halt train_station railway_station',
  bus: 'bus_station',
  airport: 'aerodrome airport',
  ferry: 'ferry_terminal',
});
