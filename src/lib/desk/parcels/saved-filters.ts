import * as z from 'zod/mini';
import type { Desk } from '../desk.svelte.ts';
import type { ListFilter } from './list-parcels.ts';
import { KINDS, type ParcelKind } from './parcel-kind.ts';
import { TASKS } from './row-task.ts';

const SETTING = 'list-filters';
/** More would fill the screen. */
const MAX_FILTERS = 20;
const MAX_NAME = 40;

/** A filter with a name. A state or task that another version wrote counts as none. */
const filterSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME)),
  words: z.catch(z.string().check(z.maxLength(200)), ''),
  kind: z.catch(z.nullable(z.custom<ParcelKind>((value) => KINDS.includes(value))), null),
  task: z.catch(z.nullable(z.enum(TASKS)), null),
});
export type SavedFilter = z.infer<typeof filterSchema>;

/** Filters that can't be read are left out. */
const filtersSchema = z.array(z.catch(z.nullable(filterSchema), null));

/** Reads the saved filters, the latest last. @throws DeskError */
export async function readFilters(desk: Pick<Desk, 'readSetting'>): Promise<SavedFilter[]> {
  return ((await desk.readSetting(SETTING, filtersSchema)) ?? []).filter((filter) => filter !== null);
}

type FilterDesk = Pick<Desk, 'readSetting' | 'saveSetting'>;

/** Saves a filter. One of the same name is replaced, and of too many, the first is dropped. @throws DeskError */
export async function saveFilter(desk: FilterDesk, name: string, filter: ListFilter): Promise<SavedFilter[]> {
  const { words, kind, task } = filter;
  const saved = { name: name.trim().slice(0, MAX_NAME), words, kind, task };
  if (saved.name === '') return readFilters(desk);
  // Read again, because another tab may have saved one.
  const others = (await readFilters(desk)).filter((each) => each.name !== saved.name);
  const filters = [...others, saved].slice(-MAX_FILTERS);
  await desk.saveSetting(SETTING, filters);
  return filters;
}

/** @throws DeskError */
export async function removeFilter(desk: FilterDesk, name: string): Promise<SavedFilter[]> {
  const filters = (await readFilters(desk)).filter((each) => each.name !== name);
  await desk.saveSetting(SETTING, filters.length === 0 ? null : filters);
  return filters;
}
