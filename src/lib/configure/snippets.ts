import * as z from 'zod/mini';
import { listAttributes, type Settings } from './options.ts';

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
  settings: Settings;
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
