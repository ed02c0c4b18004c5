import { ATTRIBUTES } from '#contract/picker-api.ts';

const TITLES = ['Form', 'Points on offer', 'Initial state', 'Look', 'Privacy'] as const;

/** The widget's attributes that the configurator offers, grouped by heading. */
export const OPTION_GROUPS = TITLES.map((title) => ({
  title,
  options: Object.entries(ATTRIBUTES).filter(([, { offered }]) => offered?.group === title),
}));

/** Values by attribute; a switch that is on has an empty value. */
export type ConfiguratorSettings = Readonly<Record<string, string>>;

export const FIRST_SETTINGS: ConfiguratorSettings = { name: 'pickup_point', required: '' };

/** The attributes to write, in the configurator's order. Defaults and empty texts are omitted. */
export function listAttributes(settings: ConfiguratorSettings): [attribute: string, value: string][] {
  return OPTION_GROUPS.flatMap(({ options }) => options).flatMap(([attribute, { kind, values }]) => {
    const value = settings[attribute]?.trim();
    const isDefault = value === undefined || (value === '' ? kind !== 'switch' : value === values?.[0]);
    return isDefault ? [] : [[attribute, value] as [string, string]];
  });
}
