import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { NO_RULES, OPENING_RULES, type PointRules } from '#filter/point-rules.ts';
import type { MapView } from '../map/locator-map.ts';
import type { Origin } from './map-view.svelte.ts';
import { readStartView } from './start-view.ts';

/** The part of the picker's state that the address holds: restored after a reload, and for recipients of the link. */
export interface Browsing {
  /** null until the map is moved, and while it follows from the position of the shopper's device. */
  view: MapView | null;
  /** Text of the search field. */
  text: string;
  /** Origin of distances. */
  from: Origin | null;
  rules: PointRules;
  /** Id of the point whose card is open. */
  pointId: string | null;
}

/** Rules that are lists, with their names in an address. */
const LISTS = [
  ...FILTER_DIMENSIONS.map(({ list, inAddress }) => [list, inAddress] as const),
  ['capabilities', 'feature'],
] as const;
const OPENING = 'opening';
const NAMES = [
  'latitude',
  'longitude',
  'zoom',
  'search',
  'from',
  'point',
  OPENING,
  ...LISTS.map(([, name]) => name),
];

/** Marks an origin that is only near the place searched for. */
const ABOUT = 'about';
/** Decimals of degrees, precise to a metre. */
const DECIMALS = 5;

/** Parses an address; invalid parts are ignored. */
export function readBrowsing(query: URLSearchParams): Browsing {
  const [latitude = '', longitude = '', precision = ''] = (query.get('from') ?? '').split(',');
  const from = readStartView(new URLSearchParams({ latitude, longitude }), {});
  const rules: PointRules = { ...NO_RULES };
  for (const [rule, name] of LISTS) rules[rule] = [...new Set(query.getAll(name))];
  for (const rule of OPENING_RULES) rules[rule] = query.getAll(OPENING).includes(rule);
  return {
    view: readStartView(query, {}),
    text: query.get('search') ?? '',
    from: from && { latitude: from.latitude, longitude: from.longitude, exact: precision !== ABOUT },
    rules,
    pointId: query.get('point') || null,
  };
}

/** @param before the current query of the address; its other parameters are preserved */
export function writeBrowsing(
  { view, text, from, rules, pointId }: Browsing,
  before: URLSearchParams,
): string {
  const query = new URLSearchParams(before);
  for (const name of NAMES) query.delete(name);
  if (view !== null) {
    query.set('latitude', view.latitude.toFixed(DECIMALS));
    query.set('longitude', view.longitude.toFixed(DECIMALS));
    query.set('zoom', String(view.zoom));
  }
  if (text !== '') query.set('search', text);
  if (from !== null)
    query.set(
      'from',
      [
        from.latitude.toFixed(DECIMALS),
        from.longitude.toFixed(DECIMALS),
        ...(from.exact ? [] : [ABOUT]),
      ].join(','),
    );
  for (const [rule, name] of LISTS) for (const value of rules[rule]) query.append(name, value);
  for (const rule of OPENING_RULES) if (rules[rule]) query.append(OPENING, rule);
  if (pointId !== null) query.set('point', pointId);
  return query.toString();
}
