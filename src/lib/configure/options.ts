/** An attribute of the widget as the configurator offers it; docs/embedding.md describes all of them. */
export interface Option {
  attribute: string;
  label: string;
  hint?: string;
  /** Values to choose from; the first one is what holds when the attribute isn't there. Without: a text field. */
  choices?: readonly string[];
  /** There or not. */
  isSwitch?: true;
}

export interface OptionGroup {
  title: string;
  options: readonly Option[];
}

export const OPTION_GROUPS: readonly OptionGroup[] = [
  {
    title: 'Form',
    options: [
      { attribute: 'name', label: 'Name of the form value' },
      { attribute: 'required', label: 'A point must be chosen', isSwitch: true },
      { attribute: 'with-details', label: 'Send country and type too', isSwitch: true },
    ],
  },
  {
    title: 'Points on offer',
    options: [
      { attribute: 'country', label: 'Countries', hint: 'Codes, as PL,CZ. Empty: all.' },
      { attribute: 'point-type', label: 'Types', hint: 'As APM,PUDO. Empty: all.' },
      { attribute: 'location-type', label: 'Location types', hint: 'As INDOOR,OUTDOOR. Empty: all.' },
      { attribute: 'exclude-ids', label: 'Points never to offer', hint: 'Ids, separated by commas.' },
    ],
  },
  {
    title: 'Where it begins',
    options: [
      { attribute: 'value', label: 'Point chosen before', hint: 'Its id.' },
      { attribute: 'postal-code', label: 'Postcode' },
      { attribute: 'city', label: 'Town' },
      { attribute: 'geolocation', label: 'Offer to search nearby', choices: ['button', 'off'] },
    ],
  },
  {
    title: 'Look',
    options: [
      { attribute: 'mode', label: 'Shown', choices: ['modal', 'inline'] },
      { attribute: 'view', label: 'View', choices: ['auto', 'list', 'map', 'split'] },
      { attribute: 'theme', label: 'Colours', choices: ['auto', 'light', 'dark'] },
      { attribute: 'language', label: 'Language', hint: 'As pl or de-AT. Empty: the page’s.' },
      { attribute: 'confirm', label: 'Choose by', choices: ['button', 'immediate'] },
    ],
  },
  {
    title: 'Privacy',
    options: [
      {
        attribute: 'map-consent',
        label: 'Online map',
        choices: ['ask', 'granted', 'off'],
        hint: 'Matters only where one is set up.',
      },
      { attribute: 'remember', label: 'Keep the last choice in the browser', isSwitch: true },
    ],
  },
];

/** What is set, by attribute; a switch that is on has an empty value. */
export type Settings = Readonly<Record<string, string>>;

export const FIRST_SETTINGS: Settings = { name: 'pickup_point', required: '' };

/** The attributes to write, in the order of the page. Defaults and empty texts need no attribute. */
export function listAttributes(settings: Settings): [attribute: string, value: string][] {
  return OPTION_GROUPS.flatMap(({ options }) => options).flatMap(({ attribute, choices, isSwitch }) => {
    const value = settings[attribute]?.trim();
    const isDefault = value === undefined || (value === '' ? !isSwitch : value === choices?.[0]);
    return isDefault ? [] : [[attribute, value] as [string, string]];
  });
}
