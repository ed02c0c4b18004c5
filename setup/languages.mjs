/**
 * Compiles src/lib/i18n/messages/*.json into typed functions, one module a language (src/lib/i18n/compiled), where they have changed.
 * Nothing is asked of the internet.
 */
import { compile } from '@inlang/paraglide-js';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';

const SOURCES = ['src/lib/i18n/project.inlang/settings.json', 'setup/languages.mjs', 'package-lock.json'];
const MESSAGES = 'src/lib/i18n/messages';
const COMPILED = 'src/lib/i18n/compiled';

const changedMs = Math.max(
  ...SOURCES.concat(readdirSync(MESSAGES).map((name) => `${MESSAGES}/${name}`)).map(
    (file) => statSync(file).mtimeMs,
  ),
);
const stamp = `${COMPILED}/.compiled`;

if (!existsSync(stamp) || statSync(stamp).mtimeMs < changedMs) {
  await compile({
    project: './src/lib/i18n/project.inlang',
    outdir: `./${COMPILED}`,
    // One module a language: a shopper loads one.
    outputStructure: 'locale-modules',
    emitTsDeclarations: true,
    emitReadme: false,
  });
  // The compiler's own would make a formatter anew for each sentence; a map says a thousand at once.
  writeFileSync(`${COMPILED}/registry.js`, "export { number, plural } from '../formatters.ts';\n");
  writeFileSync(stamp, '');
}
// The compiler leaves a timer of half a minute behind.
process.exit();
