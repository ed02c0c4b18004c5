import { listAttributes, type Settings } from './options.ts';

/** A version of the widget that never changes, as the build wrote it (`/v1/integrity.json`). */
export interface PinnedScript {
  file: string;
  integrity: string;
}

export interface SnippetInput {
  settings: Settings;
  /** Origin of this Droppoint. */
  origin: string;
  /** null: the newest version. */
  pinned: PinnedScript | null;
}

export const SNIPPET_KINDS = ['HTML', 'React', 'Vue', 'Svelte', 'CSP'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

/** Writes what is to be copied into a shop. */
export function writeSnippet(kind: SnippetKind, input: SnippetInput): string {
  return WRITERS[kind](input);
}

const WRITERS: Readonly<Record<SnippetKind, (input: SnippetInput) => string>> = {
  HTML: ({ settings, origin, pinned }) =>
    `${writeScript(origin, pinned)}

<form method="post" action="/orders">
${writeElement(listAttributes(settings), '  ')}
  <button>Place the order</button>
</form>`,

  React: ({ settings, origin }) =>
    `import 'droppoint-picker';
import 'droppoint-picker/react';

export function PickupPoint({ onChoose }) {
  return (
    <droppoint-picker
${writeLines(withOrigin(settings, origin), '      ', writeJsx)}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}`,

  Vue: ({ settings, origin }) =>
    `<script setup>
import 'droppoint-picker';

const point = defineModel();
</script>

<template>
  <droppoint-picker
${writeLines(withOrigin(settings, origin), '    ', writeHtml)}
    @change="point = $event.target.value"
  />
</template>`,

  Svelte: ({ settings, origin }) =>
    `<script>
  import 'droppoint-picker';

  let { point = $bindable('') } = $props();
</script>

<droppoint-picker
${writeLines(withOrigin(settings, origin), '  ', writeSvelte)}
  onchange={(event) => (point = event.currentTarget.value)}
></droppoint-picker>`,

  CSP: ({ origin }) =>
    `Content-Security-Policy: script-src 'self' ${origin}; frame-src ${origin}; connect-src 'self' ${origin}`,
};

function writeScript(origin: string, pinned: PinnedScript | null): string {
  const file = pinned?.file ?? 'droppoint.js';
  const integrity = pinned === null ? '' : ` integrity="${pinned.integrity}"`;
  return `<script type="module" async src="${origin}/v1/${file}"${integrity} crossorigin></script>`;
}

function writeElement(attributes: [string, string][], indent: string): string {
  const line = ['<droppoint-picker', ...attributes.map(writeHtml)].join(' ');
  return `${indent}${line}></droppoint-picker>`;
}

function withOrigin(settings: Settings, origin: string): [string, string][] {
  return [['origin', origin], ...listAttributes(settings)];
}

function writeLines(
  attributes: [string, string][],
  indent: string,
  write: (attribute: [string, string]) => string,
): string {
  return attributes.map((attribute) => indent + write(attribute)).join('\n');
}

function writeHtml([name, value]: [string, string]): string {
  return value === '' ? name : `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

/** Braces begin an expression there. */
function writeSvelte(attribute: [string, string]): string {
  return writeHtml(attribute).replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}

function writeJsx([name, value]: [string, string]): string {
  if (value === '') return name;
  return /["&{}<>]/.test(value) ? `${name}={${JSON.stringify(value)}}` : `${name}="${value}"`;
}
