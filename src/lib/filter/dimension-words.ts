import type { DimensionField } from '#contract/filter-dimensions.ts';
import { nameCountry } from '../i18n/format.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { namePlacement, nameType } from '../i18n/name-values.ts';

interface DimensionWords {
  /** Name of the dimension. */
  heading: () => string;
  /** Name of a value; an empty value means unknown. */
  name: (value: string) => string;
  /** Why a point doesn't match. */
  no: () => string;
  /** Says that the value of a point is unknown. */
  unknown: () => string;
}

/** Texts of the filters for each dimension. */
export const DIMENSION_WORDS: Readonly<Record<DimensionField, DimensionWords>> = {
  country: {
    heading: () => m.filter_countries(),
    name: (code) => (code === '' ? m.filter_not_given() : nameCountry(code)),
    no: () => m.filter_no_country(),
    unknown: () => m.filter_unknown_country(),
  },
  type: {
    heading: () => m.filter_types(),
    name: nameType,
    no: () => m.filter_no_type(),
    unknown: () => m.filter_unknown_type(),
  },
  locationType: {
    heading: () => m.filter_placements(),
    name: namePlacement,
    no: () => m.filter_no_placement(),
    unknown: () => m.filter_unknown_placement(),
  },
};
