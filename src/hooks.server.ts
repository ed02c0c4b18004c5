import { existsSync, readFileSync } from 'node:fs';
import { base } from '$app/paths';
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

/** Runs while the pages are built, never for a visitor. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => html.replace('%droppoint.languages%', () => languageFiles),
  });
