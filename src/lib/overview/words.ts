import { formatCount } from './format-english.ts';

const amount = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What the page says; it is for who runs the site, and in English only. */
export const words = {
  title: 'The published network · Droppoint',
  heading: 'The published network',
  intro: 'What shoppers find on the map, as it was when the platform’s list was last read.',
  loading: 'Reading the published network …',
  readAgain: 'Read again',

  unpublished: {
    heading: 'No network is published yet',
    meanwhile: 'Until there is one, the map reads the platform’s list itself, which is slower.',
    next: 'Publish it with this command, and then regularly, by a timer:',
    command: 'npm run snapshot',
  },

  broken: {
    heading: 'The published network can’t be read',
    details: 'What is wrong with it',
    next: 'The map reads the platform’s list itself meanwhile. Publishing anew puts it right:',
  },

  figures: {
    points: 'Points',
    countries: 'Countries',
    types: 'Types',
    setAside: 'Set aside',
    setAsideShare: (share: string) => `${share} of what was read`,
    age: 'Age',
    walked: (moment: string) => `Read on ${moment}`,
    walkedUnknown: 'When it was read isn’t known',
    unknown: 'Unknown',
    fresh: (threshold: string) => `Marked as old from ${threshold} on`,
    stale: (threshold: string) => `Old: more than ${threshold}`,
    moment: 'under a minute',
  },

  charts: {
    countries: 'Points by country',
    types: 'Points by type',
    placements: 'Points by placement',
    reasons: 'Set aside, by reason',
    none: 'Nothing was set aside.',
    table: 'As a table',
    value: 'As the platform has it',
    points: 'Points',
    items: 'Items',
    share: 'Share',
    country: 'Country',
    type: 'Type',
    placement: 'Placement',
    reason: 'Reason',
    notGiven: 'Not given',
    otherCountries: (count: number) => amount(count, 'other country', 'other countries'),
    otherTypes: (count: number) => amount(count, 'other type', 'other types'),
    otherPlacements: (count: number) => amount(count, 'other placement', 'other placements'),
    otherReasons: (count: number) => amount(count, 'other reason', 'other reasons'),
  },

  types: { APM: 'Parcel locker', PUDO: 'Shop or counter' } as Readonly<Record<string, string>>,
  placements: { INDOOR: 'Indoors', OUTDOOR: 'Outdoors' } as Readonly<Record<string, string>>,
  reasons: {
    not_an_object: 'Not a point at all',
    id_missing: 'Without an id',
    coordinates_invalid: 'Position invalid',
    coordinates_zero: 'Position 0, 0 (open sea)',
    coordinates_swapped: 'Position exchanged',
  } as Readonly<Record<string, string>>,

  walk: {
    heading: 'The last reading of the list',
    listed: 'Items in the platform’s list',
    lost: 'Items that did not come',
    repeated: 'Items with an id that came before',
    passes: 'Times the list was read',
    failedPages: 'Pages that could not be read',
    took: 'Time it took',
  },

  report: {
    heading: 'What was set aside',
    hint: 'These items of the platform’s list are on no map. Tell the platform which they are.',
    loading: 'Reading the report …',
    search: 'Search by id or problem',
    reason: 'Reason',
    everyReason: (count: number) => `Every reason (${formatCount(count)})`,
    oneReason: (reason: string, count: number) => `${reason} (${formatCount(count)})`,
    id: 'Id',
    problem: 'What is wrong',
    noId: 'No id',
    shown: (shown: number, found: number) =>
      `${formatCount(shown)} of ${amount(found, 'item', 'items')} shown`,
    none: 'No item fits this search.',
    more: (count: number) => `Show ${formatCount(count)} more`,
    unreadable: (count: number) => `${amount(count, 'entry', 'entries')} of the report can’t be read.`,
    missing: 'The list of these items can’t be read. Their numbers, above, are right nevertheless.',
  },
};
