import { ATTRIBUTES } from '../contract/picker-api.ts';

/** An attribute of the widget as the configurator offers it. */
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

const TITLES = ['Form', 'Points on offer', 'Where it begins', 'Look', 'Privacy'] as const;

export const OPTION_GROUPS: readonly OptionGroup[] = TITLES.map((title) => ({
  title,
  options: Object.entries(ATTRIBUTES).flatMap(([attribute, { offered, kind, values }]) =>
    offered?.group === title
      ? [
          {
            attribute,
            label: offered.label,
            ...(offered.hint !== undefined && { hint: offered.hint }),
            ...(values && { choices: values }),
            ...(kind === 'switch' && { isSwitch: true as const }),
          },
        ]
      : [],
  ),
}));

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
