import { readFileSync } from 'node:fs';

/**
 * The scripts in src/app.html, which come with every first view: as they are written, and as they are sent, without comments and indentation.
 * @returns {{ written: string, sent: string }[]}
 */
export function readInlineScripts() {
  const html = readFileSync('src/app.html', 'utf8');
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, written = '']) => ({
    written,
    // Lines stay lines, so nothing changes its meaning; no text in these scripts goes over several.
    sent: written.replaceAll(/^\s*\/\/.*\n/gm, '').replaceAll(/^[ ]+/gm, ''),
  }));
}
