/**
 * Compiles src/lib/i18n/messages/*.json into typed functions, one module a language (src/lib/i18n/compiled), where they have changed.
 * Nothing is asked of the internet. Ends with exit code 1 where a language lacks a sentence or has one too many; what it has is
 * compiled all the same.
 */
import { compile } from '@inlang/paraglide-js';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

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

const keysOf = (name) => Object.keys(JSON.parse(readFileSync(`${MESSAGES}/${name}`, 'utf8')));
const english = keysOf('en.json');

/** The first kind would be said in English, the second never. */
const differences = readdirSync(MESSAGES).flatMap((name) => {
  const keys = keysOf(name);
  const missing = english.filter((key) => !keys.includes(key));
  const needless = keys.filter((key) => !english.includes(key));
  return [
    ...missing.map((key) => `${name} lacks "${key}".`),
    ...needless.map((key) => `${name} has "${key}", which en.json has not.`),
  ];
});
for (const difference of differences) console.error(`droppoint: ${MESSAGES}/${difference}`);

// Not left to end by itself: the compiler leaves a timer of half a minute behind.
process.exit(differences.length === 0 ? 0 : 1);
