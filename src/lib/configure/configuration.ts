import { FIRST_SETTINGS, listAttributes, OPTION_GROUPS, type ConfiguratorSettings } from './options.ts';
import { SNIPPET_KINDS, type SnippetKind } from './snippets.ts';

/** All settings of the page, which its address preserves. */
export interface Configuration {
  settings: ConfiguratorSettings;
  /** Whether the snippet stays on the current version of the script. */
  isPinned: boolean;
  kind: SnippetKind;
}

/** Name of the parameter for `isPinned`; it must differ from all attributes' names. */
const PINNED = 'pinned';
const KIND = 'for';

/**
 * Parses the query of an address; settings that the page doesn't offer are ignored. An empty query gives
 * the defaults.
 */
export function readConfiguration(query: URLSearchParams): Configuration {
  const requestedKind = query.get(KIND);
  return {
    settings: String(query) === '' ? { ...FIRST_SETTINGS } : readSettings(query),
    isPinned: query.has(PINNED),
    kind: SNIPPET_KINDS.find((kind) => kind === requestedKind) ?? SNIPPET_KINDS[0]!,
  };
}

function readSettings(query: URLSearchParams): ConfiguratorSettings {
  const offered = OPTION_GROUPS.flatMap(({ options }) => options);
  return Object.fromEntries(
    offered.flatMap(([attribute, { kind, values }]) => {
      const value = query.get(attribute);
      if (value === null || (values !== undefined && !values.includes(value))) return [];
      return [[attribute, kind === 'switch' ? '' : value]];
    }),
  );
}

/** Writes the query that `readConfiguration` reads; defaults are omitted. */
export function writeConfiguration({ settings, isPinned, kind }: Configuration): string {
  const attributes = listAttributes(settings);
  const first = listAttributes(FIRST_SETTINGS);
  const query = new URLSearchParams(attributes);
  if (isPinned) query.set(PINNED, '');
  if (kind !== SNIPPET_KINDS[0]) query.set(KIND, kind);
  if (String(query) === '') query.set('name', '');
  return String(query) === String(new URLSearchParams(first)) ? '' : String(query);
}
