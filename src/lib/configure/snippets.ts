import * as z from 'zod/mini';
import { listAttributes, type ConfiguratorSettings } from './options.ts';

/** An immutable version of the widget, as written by the build (`/v1/integrity.json`). */
const pinnedScriptSchema = z.looseObject({ file: z.string(), integrity: z.string() });
export type PinnedScript = z.infer<typeof pinnedScriptSchema>;

/** Fetches the served version of the widget's script and its hash. @returns null if the build has written none */
export async function readPinnedScript(fetch: typeof globalThis.fetch): Promise<PinnedScript | null> {
  try {
    const answer = await fetch('/v1/integrity.json');
    return pinnedScriptSchema.parse(await answer.json());
  } catch {
    return null;
  }
}

export interface SnippetInput {
  settings: ConfiguratorSettings;
  /** Origin of this Droppoint site. */
  origin: string;
  /** null for the newest version. */
  pinned: PinnedScript | null;
}

const WRITERS = {
  HTML: ({ settings, origin, pinned }) =>
    `${writeScript(origin, pinned)}

<form method="post" action="/orders">
  ${['<droppoint-picker', ...listAttributes(settings).map(writeHtml)].join(' ')}></droppoint-picker>
  <button>Place the order</button>
</form>`,

  React: (input) =>
    `import 'droppoint-picker';
import 'droppoint-picker/react';

export function PickupPoint({ onChoose }) {
  return (
    <droppoint-picker
${writeLines(input, '      ', writeJsx)}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}`,

  Vue: (input) =>
    `<script setup>
import 'droppoint-picker';

const point = defineModel();
</script>

<template>
  <droppoint-picker
${writeLines(input, '    ', writeHtml)}
    @change="point = $event.target.value"
  />
</template>`,

  Svelte: (input) =>
    `<script>
  import 'droppoint-picker';

  let { point = $bindable('') } = $props();
</script>

<droppoint-picker
${writeLines(input, '  ', writeSvelte)}
  onchange={(event) => (point = event.currentTarget.value)}
></droppoint-picker>`,

  Redirect: ({ settings, origin }) =>
    `// On your server. The operator lists the address in CHOOSE_RETURNS.
const state = crypto.randomUUID();
session.pointState = state; // compare it with the one that comes back
const settings = new URLSearchParams({
  return: 'https://shop.example/point', // gets ?point=…&state=…
  state,
${writeProperties(settings, '  ')}});
response.redirect(\`${origin}/choose#\${settings}\`);`,

  'React Native': ({ settings, origin }) =>
    `import { Linking } from 'react-native';
import { WebView } from 'react-native-webview';

const settings = new URLSearchParams({
  bar: 'none',
${writeProperties(settings, '  ')}});

export function PointScreen({ onChoose, onCancel }) {
  const take = ({ nativeEvent }) => {
    const message = JSON.parse(nativeEvent.data);
    if (message.type === 'choice') onChoose(message.id, message.summary);
    if (message.type === 'cancel') onCancel();
    if (message.type === 'link') Linking.openURL(message.url);
  };
  return (
    <WebView
      source={{ uri: \`${origin}/choose#\${settings}\` }}
      originWhitelist={['${origin}']}
      onMessage={take}
    />
  );
}`,

  CSP: ({ origin }) =>
    `Content-Security-Policy: script-src 'self' ${origin}; frame-src ${origin}; connect-src 'self' ${origin}`,
} satisfies Record<string, (input: SnippetInput) => string>;

export type SnippetKind = keyof typeof WRITERS;
export const SNIPPET_KINDS = Object.keys(WRITERS) as SnippetKind[];

/** Writes the code to copy into a shop. */
export const writeSnippet = (kind: SnippetKind, input: SnippetInput) => WRITERS[kind](input);

function writeScript(origin: string, pinned: PinnedScript | null): string {
  const file = pinned?.file ?? 'droppoint.js';
  const integrity = pinned === null ? '' : ` integrity="${pinned.integrity}"`;
  return `<script type="module" async src="${origin}/v1/${file}"${integrity} crossorigin></script>`;
}

/** The attributes of the element from the npm package, which needs the `origin` attribute. */
function writeLines(
  { settings, origin }: SnippetInput,
  indent: string,
  write: (attribute: [string, string]) => string,
): string {
  const attributes = [['origin', origin] as [string, string], ...listAttributes(settings)];
  return attributes.map((attribute) => indent + write(attribute)).join('\n');
}

/** Attributes of an element in a page, which `/choose` doesn't have. */
const OF_ELEMENT = ['name', 'required', 'mode', 'preselect', 'with-details'];

/** The settings as properties of an object, a line each. */
function writeProperties(settings: ConfiguratorSettings, indent: string): string {
  return listAttributes(settings)
    .filter(([name]) => !OF_ELEMENT.includes(name))
    .map(([name, value]) => `${indent}${writeKey(name)}: ${writeString(value)},\n`)
    .join('');
}

const writeKey = (name: string) => (name.includes('-') ? `'${name}'` : name);
const writeString = (value: string) =>
  `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

function writeHtml([name, value]: [string, string]): string {
  return value === '' ? name : `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

/** Escapes braces, which begin an expression in Svelte. */
function writeSvelte(attribute: [string, string]): string {
  return writeHtml(attribute).replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}

function writeJsx([name, value]: [string, string]): string {
  if (value === '') return name;
  return /["&{}<>]/.test(value) ? `${name}={${JSON.stringify(value)}}` : `${name}="${value}"`;
}
