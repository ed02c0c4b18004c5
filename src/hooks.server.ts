import { existsSync, readFileSync } from 'node:fs';
import { dev } from '$app/environment';
import { base } from '$app/paths';
import { readInlineScripts } from './inline-scripts.mjs';
import { writeFirstPaint } from '$lib/picker/write-first-paint.ts';
import type { Handle } from '@sveltejs/kit';

/** What the build has made of each source; there before the pages are written, and not while developing. */
const MANIFEST = '.svelte-kit/output/client/.vite/manifest.json';

/** The address of each language's file, for app.html to ask for the shopper's before the code that would ask for it has come. */
function listLanguageFiles(): Record<string, string> {
  if (!existsSync(MANIFEST)) return {};
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
const PICKER_PAGES: readonly (string | null)[] = ['/', '/embed'];

/** The policy that SvelteKit writes after app.html's own scripts; a policy binds only what stands after it. */
const POLICY = /<meta http-equiv="content-security-policy" content="[^"]*">/;

const inlineScripts = readInlineScripts();

/** Runs while the pages are built, never for a visitor. */
export const handle: Handle = async ({ event, resolve }) => {
  // While developing, the picker's styles come with its code.
  const hasPicker = !dev && PICKER_PAGES.includes(event.route.id);
  const firstPaint = hasPicker ? await writeFirstPaint(event.route.id === '/embed') : '';
  return resolve(event, {
    transformPageChunk: ({ html }) =>
      inlineScripts
        .reduce((page, { written, sent }) => page.replace(written, () => sent), html)
        .replace(POLICY, '')
        .replace('%droppoint.policy%', () => POLICY.exec(html)?.[0] ?? '')
        .replace('%droppoint.languages%', () => languageFiles)
        .replace('%droppoint.firstPaint%', () => firstPaint),
  });
};
