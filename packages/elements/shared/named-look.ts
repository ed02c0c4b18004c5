import { LOOK } from '../../../src/lib/contract/picker-names.ts';

/** Custom properties of the look, for a list of transitions: browsers only notice their changes by name. */
export const NAMED_LOOK = LOOK.replace(/\S+/g, ',--droppoint-$&');
