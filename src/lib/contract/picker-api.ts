/**
 * The API of `<droppoint-picker>`, in the form of element-api.ts. The configurator reads it too, not only
 * the generated lists for element and picker (picker-names.ts).
 */
import {
  ofChoice,
  ofList,
  ofNumber,
  ofSwitch,
  ofText,
  type Attribute,
  type ElementEvent,
  type Method,
  type Offer,
  type Property,
} from './element-api.ts';

const offer = (group: Offer['group'], label: string, hint?: string): Offer => ({ group, label, hint });

export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  name: ofText('Name of the value in the form.', {
    setting: null,
    offered: offer('Form', 'Name of the form value'),
  }),
  value: ofText('Id of the point that is chosen initially.', {
    offered: offer('Where it begins', 'Point chosen before', 'Its id.'),
  }),
  required: ofSwitch('The form can’t be sent without a point.', {
    setting: null,
    offered: offer('Form', 'A point must be chosen'),
  }),
  disabled: ofSwitch('Neither usable nor sent; a disabled fieldset around does the same.', { setting: null }),
  readonly: ofSwitch('Shown and sent, but not to be changed: without the button, and never invalid.'),
  'with-details': ofSwitch('Sends the point’s summary too, as name_street, name_city and so on.', {
    setting: null,
    offered: offer('Form', 'Send the point’s name and address too'),
  }),
  origin: ofText('Origin of the Droppoint that shows the points. Needed with the npm package only.', {
    otherwise: 'where the script came from',
    setting: null,
  }),
  mode: ofChoice(
    ['modal', 'inline', 'nearest'],
    'In a dialog behind a button; in the page, which scrolls past by one finger or the wheel; or the three nearest to the customer as radio buttons, and the dialog for more.',
    { isElements: true, offered: offer('Look', 'Shown') },
  ),
  preselect: ofSwitch('With mode nearest: the nearest one is chosen until the shopper chooses.', {
    setting: null,
    offered: offer('Look', 'Choose the nearest one beforehand'),
  }),
  country: ofList('Country codes (ISO 3166-1 alpha-2) of the points that are offered.', {
    otherwise: 'all',
    setting: 'countries',
    offered: offer('Points on offer', 'Countries', 'Codes, as PL,CZ. Empty: all.'),
  }),
  'point-type': ofList('Types of the points that are offered, as the platform names them: APM, PUDO.', {
    otherwise: 'all',
    setting: 'pointTypes',
    offered: offer('Points on offer', 'Types', 'As APM,PUDO. Empty: all.'),
  }),
  'location-type': ofList('Location types of the points that are offered: INDOOR, OUTDOOR.', {
    otherwise: 'all',
    setting: 'locationTypes',
    offered: offer('Points on offer', 'Location types', 'As INDOOR,OUTDOOR. Empty: all.'),
  }),
  'exclude-ids': ofList('Ids of points that are never offered. Clusters at low zooms still count them.', {
    offered: offer('Points on offer', 'Points never to offer', 'Ids, separated by commas.'),
  }),
  'postal-code': ofText('Initial position of the map: a postcode.', {
    offered: offer('Where it begins', 'Postcode'),
  }),
  city: ofText('Initial position of the map: a city.', { offered: offer('Where it begins', 'Town') }),
  address: ofText('Initial position of the map: an address.'),
  latitude: ofNumber([-90, 90], 'Initial position of the map, degrees.'),
  longitude: ofNumber([-180, 180], 'Initial position of the map, degrees.'),
  zoom: ofNumber([1, 22], 'Initial zoom of the map: 3 a continent, 13 a town.'),
  geolocation: ofChoice(
    ['button', 'off'],
    'Whether shoppers are offered to search near them. Nothing is asked before they press it.',
    { offered: offer('Where it begins', 'Offer to search nearby') },
  ),
  view: ofChoice(
    ['auto', 'list', 'map', 'split'],
    'What is shown first; auto: depends on the available space.',
    {
      offered: offer('Look', 'View'),
    },
  ),
  language: ofText('Language of the picker (BCP 47); English where there is no translation.', {
    otherwise: 'the document’s',
    offered: offer('Look', 'Language', 'As pl or de-AT. Empty: the page’s.'),
  }),
  theme: ofChoice(['auto', 'light', 'dark'], 'Colours; auto: as the page’s color-scheme.', {
    offered: offer('Look', 'Colours'),
  }),
  confirm: ofChoice(
    ['button', 'immediate'],
    'Whether a point is chosen by a button on its card, or by pressing it.',
    { offered: offer('Look', 'Choose by') },
  ),
  'map-consent': ofChoice(
    ['ask', 'granted', 'off'],
    'Whether tiles of an online map may be requested: after asking the shopper, because you have consent, or never.',
    { offered: offer('Privacy', 'Online map', 'Matters only where one is set up.') },
  ),
  history: ofChoice(
    ['on', 'off'],
    'Whether an open dialog has an entry in the page’s history, so that Back closes it. Routers that would load the page anew are recognized; off for others.',
    { setting: null },
  ),
  remember: ofSwitch(
    'Whether the shopper’s browser keeps the last choices for the next visit, to be offered by the search.',
    { offered: offer('Privacy', 'Keep the last choice in the browser') },
  ),
};

export const PROPERTIES: Readonly<Record<string, Property>> = {
  config: {
    type: 'PickerConfig',
    given: 'PickerConfig | null',
    text: 'Settings, merged with the attributes.',
  },
  messages: {
    type: 'Record<string, string>',
    given: 'Record<string, string> | null',
    text: 'Texts that replace the picker’s own, by name.',
  },
  filter: {
    type: 'PickerFilter | undefined',
    given: 'PickerFilter | null | undefined',
    text: 'Rules for the points that are offered, as data.',
  },
  selectedPoint: {
    type: 'Point | null',
    text: 'The chosen point: the platform’s item, untouched; null until it is known.',
  },
  selectedSummary: {
    type: 'PointSummary | null',
    text: 'The summary of the chosen point; null until it is known.',
  },
  version: { type: 'string', text: 'Version of the script.' },
};

export const METHODS: Readonly<Record<string, Method>> = {
  open: {
    type: 'Promise<Point | null>',
    text: 'Opens the picker; resolves with the chosen point, or with null if it is closed without a choice.',
  },
  close: { type: 'void', text: 'Closes the dialog.' },
  reset: { type: 'void', text: 'Resets the value to the initial one.' },
  configure: { takes: 'changes: PickerConfig', type: 'void', text: 'Changes some settings.' },
  search: { takes: 'query: string', type: 'Promise<void>', text: 'Searches as if the shopper had typed it.' },
  selectPoint: {
    takes: 'id: string | null',
    type: 'Promise<Point | null>',
    text: 'Chooses a point by its id; null clears the choice.',
  },
  showPoint: { takes: 'id: string', type: 'Promise<void>', text: 'Opens the card of a point.' },
  changePosition: {
    takes: 'position: { latitude: number; longitude: number }, zoom?: number',
    type: 'Promise<void>',
    text: 'Moves the map.',
  },
  validate: {
    takes: 'id?: string',
    type: 'Promise<PointValidation>',
    text: 'Checks whether a point, by default the chosen one, is still available; returns alternatives near it.',
  },
  refresh: { type: 'Promise<void>', text: 'Reads the points again.' },
  destroy: {
    type: 'void',
    text: 'Removes the frame and rejects pending requests; the value stays.',
  },
};

export const EVENTS: Readonly<Record<string, ElementEvent>> = {
  change: { type: '', text: 'A point was chosen, or the choice was cleared.' },
  input: { type: '', text: 'Just before change.' },
  'droppoint-ready': { type: 'Record<string, never>', text: 'The picker is ready.' },
  'droppoint-select': {
    type: '{ point: Point; summary?: PointSummary; source: string; reason?: string; waitUntil(promise: Promise<unknown>): void }',
    text: 'A point is about to be chosen; preventDefault() rejects it, with reason as the explanation. The choice waits for the promises passed to waitUntil.',
  },
  'droppoint-close': {
    type: '{ reason: string }',
    text: 'The dialog was closed: button, escape, backdrop, back, method, select, disabled, removed or error.',
  },
  'droppoint-error': {
    type: '{ code: string; message: string; retryable: boolean; requestId: string | null }',
    text: 'Something failed; the picker shows it as well. The message is for developers: in English, what to do.',
  },
  'droppoint-invalid-selection': {
    type: '{ id: string; reason: string; message?: string; meant?: string; alternatives: readonly Alternative[] }',
    text: 'The chosen point isn’t valid, or no longer is; preventDefault() keeps the control valid.',
  },
  'droppoint-search': {
    type: '{ kind: string }',
    text: 'For analytics: whether a place or a point was found, never what was typed.',
  },
  'droppoint-filter': { type: '{ filter: object }', text: 'For analytics.' },
  'droppoint-view': { type: '{ view: string }', text: 'For analytics.' },
};

export const SLOTS: Readonly<Record<string, string>> = {
  '': 'Your own form control, for browsers without scripts and for when the picker fails to load.',
  trigger: 'Text of the button.',
  empty: 'Shown while nothing is chosen.',
  error: 'Shown when the picker fails to load.',
};

export const PARTS: Readonly<Record<string, string>> = {
  nearest: 'The nearest points.',
  option: 'One of them.',
  trigger: 'The button that opens the picker.',
  dialog: 'The dialog.',
  close: 'The dialog’s close button.',
  frame: 'The frame.',
};

export const STATES: Readonly<Record<string, string>> = {
  chosen: 'There is a value.',
  loading: 'The picker is loading.',
  failed: 'The picker failed to load.',
  'user-invalid': 'Invalid, after the shopper had the chance to choose.',
};

export const LOOK: Readonly<Record<string, string>> = {
  'color-primary': 'Buttons, links and what is chosen.',
  'color-surface': 'Background.',
  'color-on-surface': 'Text.',
  'color-outline': 'Borders of controls.',
  'font-family': 'Font.',
  radius: 'Roundness of corners.',
};
