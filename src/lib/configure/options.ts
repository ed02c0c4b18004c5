import { ATTRIBUTES } from '../contract/picker-api.ts';

const TITLES = ['Form', 'Points on offer', 'Where it begins', 'Look', 'Privacy'] as const;

/** Attributes of the widget as the configurator offers them, by the titles that they stand under. */
export const OPTION_GROUPS = TITLES.map((title) => ({
  title,
  options: Object.entries(ATTRIBUTES).filter(([, { offered }]) => offered?.group === title),
}));

/** What is set, by attribute; a switch that is on has an empty value. */
export type Settings = Readonly<Record<string, string>>;

export const FIRST_SETTINGS: Settings = { name: 'pickup_point', required: '' };

/** The attributes to write, in the order of the page. Defaults and empty texts need no attribute. */
export function listAttributes(settings: Settings): [attribute: string, value: string][] {
  return OPTION_GROUPS.flatMap(({ options }) => options).flatMap(([attribute, { kind, values }]) => {
    const value = settings[attribute]?.trim();
    const isDefault = value === undefined || (value === '' ? kind !== 'switch' : value === values?.[0]);
    return isDefault ? [] : [[attribute, value] as [string, string]];
  });
}
