/** The API of `<droppoint-parcel>`, as element-api.ts describes such tables. */
import {
  ofChoice,
  ofText,
  type Attribute,
  type ElementEvent,
  type Method,
  type Property,
} from './element-api.ts';

export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  number: ofText('Tracking number of the parcel. It may change; without one there is only the content.'),
  language: ofText('Language (BCP 47); English where there is no translation.', {
    otherwise: 'the document’s',
  }),
  theme: ofChoice(['auto', 'light', 'dark'], 'Colours; auto: as the page’s color-scheme.', {}),
  origin: ofText('Origin of the Droppoint that tells of the parcel. Needed with the npm package only.', {
    otherwise: 'where the script came from',
  }),
};

export const PROPERTIES: Readonly<Record<string, Property>> = {
  parcel: {
    type: 'Parcel | null',
    text: 'What was told last of the parcel: the answer of GET /api/parcels/{number}; null: nothing yet.',
  },
  version: { type: 'string', text: 'Version of the script.' },
};

export const METHODS: Readonly<Record<string, Method>> = {
  refresh: {
    type: 'void',
    text: 'Reads anew what is told of the parcel: call it when your server was told of an event.',
  },
};

export const EVENTS: Readonly<Record<string, ElementEvent>> = {
  'droppoint-parcel-state': {
    type: 'Parcel',
    text: 'The parcel’s state is known, or has changed: its status, state, since or nextStep is another.',
  },
};

export const SLOTS: Readonly<Record<string, string>> = {
  '': 'A link to the parcel’s page, for browsers without scripts, and until the frame shows something.',
};

export const PARTS: Readonly<Record<string, string>> = { frame: 'The frame.' };

export const STATES: Readonly<Record<string, string>> = {
  loading: 'The frame shows nothing yet.',
  failed: 'The frame didn’t answer; the content is shown. It is tried again when there is a connection.',
};

export { LOOK } from './picker-api.ts';
