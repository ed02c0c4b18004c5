/**
 * The API of `<droppoint-picker>`, described with element-api.ts. Besides the generated lists for element and
 * picker (picker-names.ts), the configurator reads it.
 */
import {
  ofChoice,
  ofList,
  ofNumber,
  ofSwitch,
  ofText,
  type Attribute,
  type ElementEvent,
  type ElementMethod,
  type Offer,
  type ElementProperty,
} from './element-api.ts';

const offer = (group: Offer['group'], label: string, hint?: string): Offer => ({ group, label, hint });

export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  name: ofText('Name of the value in the form.', {
    setting: null,
    offered: offer('Form', 'Name of the form value'),
  }),
  value: ofText('ID of the point that is chosen initially.', {
    offered: offer('Initial state', 'Point chosen before', 'Its ID.'),
  }),
  required: ofSwitch('The form can’t be sent without a point.', {
    setting: null,
    offered: offer('Form', 'A point must be chosen'),
  }),
  disabled: ofSwitch(
    'The picker can’t be used and its value isn’t sent. A disabled fieldset around it has the same effect.',
    { setting: null },
  ),
  readonly: ofSwitch(
    'The choice is shown and sent, but can’t be changed: there is no button, and it is never invalid.',
  ),
  'with-details': ofSwitch('Also sends the point’s summary, as name_street, name_city and so on.', {
    setting: null,
    offered: offer('Form', 'Send the point’s name and address too'),
  }),
  origin: ofText('Origin of the Droppoint that shows the points. Only needed with the npm package.', {
    otherwise: 'where the script came from',
    setting: null,
  }),
  mode: ofChoice(
    ['modal', 'inline', 'nearest'],
    'modal: in a dialog behind a button. inline: in the page, which still scrolls with one finger or the wheel. nearest: the three points nearest to the customer as radio buttons, with the dialog for more.',
    { isElements: true, offered: offer('Look', 'Shown') },
  ),
  preselect: ofSwitch('With mode="nearest": the nearest point is chosen until the shopper chooses another.', {
    setting: null,
    offered: offer('Look', 'Preselect the nearest point'),
  }),
  country: ofList('Countries whose points are offered, as ISO 3166-1 alpha-2 codes.', {
    otherwise: 'all',
    setting: 'countries',
    offered: offer('Points on offer', 'Countries', 'Codes, such as PL,CZ. Empty: all.'),
  }),
  'point-type': ofList('Types of the points that are offered, as the platform names them: APM, PUDO.', {
    otherwise: 'all',
    setting: 'pointTypes',
    offered: offer('Points on offer', 'Types', 'Such as APM,PUDO. Empty: all.'),
  }),
  'location-type': ofList('Location types of the points that are offered: INDOOR, OUTDOOR.', {
    otherwise: 'all',
    setting: 'locationTypes',
    offered: offer('Points on offer', 'Location types', 'Such as INDOOR,OUTDOOR. Empty: all.'),
  }),
  'exclude-ids': ofList(
    'IDs of points that are never offered. Clusters at low zoom levels still count them.',
    {
      offered: offer('Points on offer', 'Points never to offer', 'IDs, separated by commas.'),
    },
  ),
  'postal-code': ofText('Initial position of the map: a postcode.', {
    offered: offer('Initial state', 'Postcode'),
  }),
  city: ofText('Initial position of the map: a city.', { offered: offer('Initial state', 'Town') }),
  address: ofText('Initial position of the map: an address.'),
  latitude: ofNumber([-90, 90], 'Initial position of the map, in degrees.'),
  longitude: ofNumber([-180, 180], 'Initial position of the map, in degrees.'),
  zoom: ofNumber([1, 22], 'Initial zoom level of the map: 3 shows a continent, 13 a town.'),
  geolocation: ofChoice(
    ['button', 'off'],
    'Whether shoppers see a “Near me” button. The browser asks for their location only when they press it.',
    { offered: offer('Initial state', 'Offer to search nearby') },
  ),
  purpose: ofChoice(
    ['collect', 'send'],
    'What the points are for. send: where parcels are handed in, such as returns; points that don’t accept parcels can’t be chosen, and the texts say so. Not with mode="nearest".',
    { offered: offer('Points on offer', 'Points for') },
  ),
  view: ofChoice(['auto', 'list', 'map', 'split'], 'The first view; auto: depends on the available space.', {
    offered: offer('Look', 'View'),
  }),
  language: ofText('Language of the picker (BCP 47); English where there is no translation.', {
    otherwise: 'the document’s',
    offered: offer('Look', 'Language', 'Such as pl or de-AT. Empty: the page’s.'),
  }),
  theme: ofChoice(['auto', 'light', 'dark'], 'Colours; auto: follows the page’s color-scheme.', {
    offered: offer('Look', 'Colours'),
  }),
  confirm: ofChoice(
    ['button', 'immediate'],
    'button: a button on a point’s card chooses it. immediate: selecting a point chooses it.',
    { offered: offer('Look', 'Choose by') },
  ),
  'map-consent': ofChoice(
    ['ask', 'granted', 'off'],
    'Whether tiles of an online map may be requested. ask: after asking the shopper. granted: you already have consent. off: never.',
    { offered: offer('Privacy', 'Online map', 'Only has an effect if one is set up.') },
  ),
  history: ofChoice(
    ['on', 'off'],
    'Whether an open dialog adds an entry to the page’s history, so that Back closes it. Routers that would reload the page are detected; set it to off if yours isn’t.',
    { setting: null },
  ),
  remember: ofSwitch(
    'Whether the shopper’s browser stores the last choices, so that the search can offer them on the next visit.',
    { offered: offer('Privacy', 'Keep the last choice in the browser') },
  ),
};

export const PROPERTIES: Readonly<Record<string, ElementProperty>> = {
  config: {
    type: 'PickerConfig',
    given: 'PickerConfig | null',
    text: 'Settings; merged with the attributes.',
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
    text: 'The chosen point, as the platform returned it; null until it has loaded.',
  },
  selectedSummary: {
    type: 'PointSummary | null',
    text: 'The summary of the chosen point; null until it has loaded.',
  },
  version: { type: 'string', text: 'Version of the script.' },
};

export const METHODS: Readonly<Record<string, ElementMethod>> = {
  open: {
    type: 'Promise<Point | null>',
    text: 'Opens the picker; resolves with the chosen point, or with null if it is closed without a choice.',
  },
  close: { type: 'void', text: 'Closes the dialog.' },
  back: {
    type: 'boolean',
    text: 'Closes the innermost layer that is open in the picker (a card, the filters), as Back does in the dialog: for an app’s own Back. false if none is open.',
  },
  reset: { type: 'void', text: 'Resets the value to the initial one.' },
  configure: { takes: 'changes: PickerConfig', type: 'void', text: 'Changes some settings.' },
  search: {
    takes: 'query: string',
    type: 'Promise<void>',
    text: 'Searches as if the shopper had typed the query.',
  },
  selectPoint: {
    takes: 'id: string | null',
    type: 'Promise<Point | null>',
    text: 'Chooses a point by its ID; null clears the choice.',
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
    text: 'Checks whether a point is still available, and returns alternatives near it. Without an ID, checks the chosen point.',
  },
  refresh: { type: 'Promise<void>', text: 'Loads the points again.' },
  destroy: {
    type: 'void',
    text: 'Removes the frame and rejects pending requests; the value is kept.',
  },
};

export const EVENTS: Readonly<Record<string, ElementEvent>> = {
  change: { type: '', text: 'A point was chosen, or the choice was cleared.' },
  input: { type: '', text: 'Fired just before change.' },
  'droppoint-ready': { type: 'Record<string, never>', text: 'The picker is ready.' },
  'droppoint-select': {
    type: '{ point: Point; summary?: PointSummary; source: string; reason?: string; waitUntil(promise: Promise<unknown>): void }',
    text: 'A point is about to be chosen. preventDefault() rejects it, with reason as the explanation. The choice waits for promises passed to waitUntil.',
  },
  'droppoint-close': {
    type: '{ reason: string }',
    text: 'The dialog was closed: button, escape, backdrop, back, method, select, disabled, removed or error.',
  },
  'droppoint-error': {
    type: '{ code: string; message: string; retryable: boolean; requestId: string | null }',
    text: 'Something failed; the picker also shows it. The message is for developers: it says in English what to do.',
  },
  'droppoint-invalid-selection': {
    type: '{ id: string; reason: string; message?: string; meant?: string; alternatives: readonly Alternative[] }',
    text: 'The chosen point isn’t valid, or no longer valid. preventDefault() keeps the control valid.',
  },
  'droppoint-search': {
    type: '{ kind: string }',
    text: 'For analytics: whether a place or a point was found, never the text that was typed.',
  },
  'droppoint-filter': { type: '{ filter: object }', text: 'For analytics.' },
  'droppoint-view': { type: '{ view: string }', text: 'For analytics.' },
};

export const SLOTS: Readonly<Record<string, string>> = {
  '': 'Your own form control, for browsers without scripts and for a picker that fails to load.',
  trigger: 'Text of the button.',
  empty: 'Shown while nothing is chosen.',
  error: 'Shown when the picker fails to load.',
};

export const PARTS: Readonly<Record<string, string>> = {
  nearest: 'The nearest points.',
  option: 'One of the nearest points.',
  trigger: 'The button that opens the picker.',
  dialog: 'The dialog.',
  close: 'The dialog’s close button.',
  frame: 'The frame.',
};

export const STATES: Readonly<Record<string, string>> = {
  chosen: 'A point is chosen.',
  loading: 'The picker is loading.',
  failed: 'The picker failed to load.',
  'user-invalid': 'Invalid, and the shopper has had a chance to choose.',
};

export const LOOK: Readonly<Record<string, string>> = {
  'color-primary': 'Buttons, links and the chosen point.',
  'color-surface': 'Background.',
  'color-on-surface': 'Text.',
  'color-outline': 'Borders of controls.',
  'font-family': 'Font.',
  radius: 'Corner radius.',
};
