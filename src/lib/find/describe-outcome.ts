import { allMessages as m } from '../i18n/messages.ts';
import { describeAbsentCountries } from '../i18n/describe-absent-countries.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { FindState } from './find-state.svelte.ts';

/**
 * Describes below the field, instead of the list, what the search found.
 * @param growing whether the network is still loading: missing places may still arrive
 * @returns empty if there is nothing to say
 */
export function describeFindOutcome(
  { outcome, open, nothingFor }: FindState,
  network: PointNetwork | null,
  growing: boolean,
  countries: readonly string[],
): string {
  if (outcome.kind === 'gone') return m.find_gone({ id: outcome.id });
  if (!open) return '';
  if (nothingFor === null) return '';
  if (growing) return m.find_nothing_yet({ text: nothingFor });
  const absent = describeAbsentCountries(network?.whole ? network.counts().countries : null, countries);
  if (absent !== null) return absent;
  return !network?.whole
    ? `${m.find_nothing_loaded({ text: nothingFor })} ${m.find_nothing_loaded_next()}`
    : `${m.find_nothing({ text: nothingFor })} ${m.find_nothing_next()}`;
}

/** Screen-reader announcement for the list; may be empty. */
export function announceOptions({ open, searching, options }: FindState): string {
  return open && !searching && options.length > 0 ? m.find_suggestion_count({ amount: options.length }) : '';
}
