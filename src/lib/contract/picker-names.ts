// Written by scripts/write-api.mjs from picker-api.ts, without its texts, and from filter-dimensions.ts.
/** Attributes that are passed on to the frame. Their values stay text: the frame reads them. */
export const SETTINGS =
  'mode country point-type location-type exclude-ids postal-code city address latitude longitude zoom geolocation view language theme confirm map-consent';
/** Attributes that are there or not. */
export const SWITCHES = 'required disabled readonly with-details preselect remember';
/** Attributes that are the element's own business. */
export const OWN = 'name origin';
/** Custom properties of CSS that reach into the frame, behind `--droppoint-`. */
export const LOOK = 'color-primary color-surface color-on-surface color-outline font-family radius';
/** The first one holds where nothing is said. */
export const CHOICES = {
  mode: ['modal', 'inline', 'nearest'],
  geolocation: ['button', 'off'],
  view: ['auto', 'list', 'map', 'split'],
  theme: ['auto', 'light', 'dark'],
  confirm: ['button', 'immediate'],
  mapConsent: ['ask', 'granted', 'off'],
} as const;
/** Least and most. */
export const RANGES = { latitude: [-90, 90], longitude: [-180, 180], zoom: [1, 22] } as const;
/** Attributes name one of a thing, where the config has a list. */
export const ALIASES = {
  country: 'countries',
  pointType: 'pointTypes',
  locationType: 'locationTypes',
} as const;
/** Parameters of a question for points, the property and the setting that say each. */
export const DIMENSIONS = [
  ['country', 'country', 'countries'],
  ['type', 'pointType', 'pointTypes'],
  ['locationType', 'locationType', 'locationTypes'],
] as const;
