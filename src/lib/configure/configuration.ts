import { FIRST_SETTINGS, listAttributes, OPTION_GROUPS, type Settings } from './options.ts';
import { SNIPPET_KINDS, type SnippetKind } from './snippets.ts';

/** All that is set on the page, which its address keeps. */
export interface Configuration {
  settings: Settings;
  /** Whether the snippet stays on the current version of the script. */
  isPinned: boolean;
  kind: SnippetKind;
}

/** Parameters beside those of attributes, whose names they aren't. */
const PINNED = 'pinned';
const KIND = 'for';

/** Parses the query of an address; what the page doesn't offer is left out. An empty query is how the page begins. */
export function readConfiguration(query: URLSearchParams): Configuration {
  const asked = query.get(KIND);
  return {
    settings: String(query) === '' ? { ...FIRST_SETTINGS } : readSettings(query),
    isPinned: query.has(PINNED),
    kind: SNIPPET_KINDS.find((kind) => kind === asked) ?? SNIPPET_KINDS[0]!,
  };
}

function readSettings(query: URLSearchParams): Settings {
  const offered = OPTION_GROUPS.flatMap(({ options }) => options);
  return Object.fromEntries(
    offered.flatMap(([attribute, { kind, values }]) => {
      const value = query.get(attribute);
      if (value === null || (values !== undefined && !values.includes(value))) return [];
      return [[attribute, kind === 'switch' ? '' : value]];
    }),
  );
}

/** Query that `readConfiguration` reads back; what is as the page begins isn't in it. */
export function writeConfiguration({ settings, isPinned, kind }: Configuration): string {
  const attributes = listAttributes(settings);
  const first = listAttributes(FIRST_SETTINGS);
  const query = new URLSearchParams(attributes);
  if (isPinned) query.set(PINNED, '');
  if (kind !== SNIPPET_KINDS[0]) query.set(KIND, kind);
  if (String(query) === '') query.set('name', '');
  return String(query) === String(new URLSearchParams(first)) ? '' : String(query);
}
