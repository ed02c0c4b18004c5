/** The API of `<droppoint-parcel>`, described with element-api.ts. */
import {
  ofChoice,
  ofText,
  type Attribute,
  type ElementEvent,
  type ElementMethod,
  type ElementProperty,
} from './element-api.ts';

export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  number: ofText(
    'Tracking number of the parcel. It may change. Without one, only the element’s content is shown.',
  ),
  language: ofText('Language (BCP 47); English where there is no translation.', {
    otherwise: 'the document’s',
  }),
  theme: ofChoice(['auto', 'light', 'dark'], 'Colours; auto: follows the page’s color-scheme.', {}),
  origin: ofText('Origin of the Droppoint that shows the parcel. Only needed with the npm package.', {
    otherwise: 'where the script came from',
  }),
};

export const PROPERTIES: Readonly<Record<string, ElementProperty>> = {
  parcel: {
    type: 'Parcel | null',
    text: 'The latest data of the parcel, as GET /api/parcels/{number} returned it; null until then.',
  },
  version: { type: 'string', text: 'Version of the script.' },
};

export const METHODS: Readonly<Record<string, ElementMethod>> = {
  refresh: {
    type: 'void',
    text: 'Loads the parcel’s data again. Call it when your server receives an event.',
  },
};

export const EVENTS: Readonly<Record<string, ElementEvent>> = {
  'droppoint-parcel-state': {
    type: 'Parcel',
    text: 'The parcel’s state is known for the first time, or its status, state, since or nextStep has changed.',
  },
};

export const SLOTS: Readonly<Record<string, string>> = {
  '': 'A link to the parcel’s page, for browsers without scripts and until the frame shows something.',
};

export const PARTS: Readonly<Record<string, string>> = { frame: 'The frame.' };

export const STATES: Readonly<Record<string, string>> = {
  loading: 'The frame shows nothing yet.',
  failed:
    'The frame didn’t answer, so the element’s content is shown. It tries again when the connection is back.',
};

export { LOOK } from './picker-api.ts';
