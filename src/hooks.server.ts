import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dev } from '$app/environment';
import { base } from '$app/paths';
import { LANGUAGES } from '$lib/i18n/messages.ts';
import ChooseBar from '$lib/choose/ChooseBar.svelte';
import { writeFirstPaint } from '$lib/picker/write-first-paint.ts';
import type { Handle } from '@sveltejs/kit';

/** Maps each source to its built file. Exists before the pages are prerendered; not in development. */
const MANIFEST = '.svelte-kit/output/client/.vite/manifest.json';

/**
 * The address of each language's file, with which src/first-view preloads the shopper's before the code that imports it has
 * loaded. Empty strings in development.
 */
function listLanguageFiles(): Record<string, string> {
  if (dev || !existsSync(MANIFEST)) return Object.fromEntries(LANGUAGES.map((language) => [language, '']));
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>;
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { file }]) => {
      const language = /i18n\/compiled\/messages\/(\w+)\.js$/.exec(source)?.[1];
      return language === undefined ? [] : [[language, `${base}/${file}`]];
    }),
  );
}

const languageFiles = JSON.stringify(listLanguageFiles()).replaceAll('"', '&quot;');

/** The pages with the picker. */
const PICKER_PAGES: readonly (string | null)[] = ['/', '/choose', '/embed'];

/**
 * SvelteKit writes the policy after src/first-view's scripts. `handle` moves it before them, because a policy applies only
 * to what follows it.
 */
const POLICY = /<meta http-equiv="content-security-policy" content="[^"]*">/;

/** The scripts of src/first-view, defined by vite.config.ts; their hashes are in the policy (svelte.config.js). */
declare const __INLINE_SCRIPTS__: Readonly<Record<'pickerHead' | 'head' | 'body', string>>;
const { pickerHead, head, body } = __INLINE_SCRIPTS__;

/** A policy without the hash of a script that its page doesn't have. */
const withoutHash = (policy: string, script: string) =>
  policy.replace(` 'sha256-${createHash('sha256').update(script).digest('base64')}'`, '');

/** Runs when the pages are prerendered, never for a visitor. */
export const handle: Handle = async ({ event, resolve }) => {
  const isPicker = PICKER_PAGES.includes(event.route.id);
  // In development, the picker's styles are loaded with its code.
  const hasPicker = !dev && isPicker;
  const isChoosing = event.route.id === '/choose';
  const bar = isChoosing ? ChooseBar : undefined;
  const firstPaint = hasPicker ? await writeFirstPaint({ embedded: event.route.id === '/embed', bar }) : '';
  const [ownHead, otherHead] = isPicker ? [pickerHead, head] : [head, pickerHead];
  return resolve(event, {
    transformPageChunk: ({ html }) =>
      html
        .replace(POLICY, '')
        .replace('%droppoint.head%', () => `<script>${ownHead}</script>`)
        .replace('%droppoint.body%', () => `<script>${body}</script>`)
        .replace('%droppoint.policy%', () => {
          const policy = withoutHash(POLICY.exec(html)?.[0] ?? '', otherHead);
          // The operator's shops, to which this page may send forms, are only known to the header.
          return isChoosing ? policy.replace(/; form-action [^;"]*/, '') : policy;
        })
        .replace('%droppoint.languages%', () => languageFiles)
        .replace('%droppoint.firstPaint%', () => firstPaint),
  });
};
