import { m } from '../../broker/messages.ts';
import { packing } from '../packing-messages.ts';

/** Columns that the list can be sorted by. `created` sorts by age. */
export const COLUMNS = [
  'kind',
  'recipient',
  'place',
  'reference',
  'number',
  'label',
  'last',
  'created',
] as const;
export type Column = (typeof COLUMNS)[number];

const HEADINGS: Readonly<Record<Column, () => string>> = {
  kind: () => m.parcels_column_state(),
  recipient: () => m.desk_recipient(),
  place: () => m.parcels_column_place(),
  reference: () => m.parcels_column_reference(),
  number: () => m.parcels_column_number(),
  label: () => packing.label_column(),
  last: () => m.parcels_column_last(),
  created: () => m.parcels_column_age(),
};

export const describeColumn = (column: Column): string => HEADINGS[column]();
