/**
 * Compiles src/lib/i18n/messages/*.json into typed functions, one module a language (src/lib/i18n/compiled), where they have changed; what
 * only brokers read, messages/broker/*.json, into modules of its own, so that shoppers don't load it. Nothing is asked of the internet.
 * Ends with exit code 1 where a language lacks a sentence or has one too many; what it has is compiled all the same.
 */
import { compile } from '@inlang/paraglide-js';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const ROOM = 'src/lib/i18n';
const COMPILED = `${ROOM}/compiled`;
/** In this order: the first clears the folder that the second is in. */
const PROJECTS = [
  { project: 'project', messages: `${ROOM}/messages`, outdir: COMPILED, formatters: '../formatters.ts' },
  {
    project: 'broker',
    messages: `${ROOM}/messages/broker`,
    outdir: `${COMPILED}/broker`,
    formatters: '../../formatters.ts',
  },
];

const listFiles = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));

const sources = PROJECTS.flatMap(({ project, messages }) => [
  `${ROOM}/${project}.inlang/settings.json`,
  ...listFiles(messages).map((name) => `${messages}/${name}`),
]);
const changedMs = Math.max(
  ...[...sources, 'setup/languages.mjs', 'package-lock.json'].map((file) => statSync(file).mtimeMs),
);
const stamp = `${COMPILED}/.compiled`;

if (!existsSync(stamp) || statSync(stamp).mtimeMs < changedMs) {
  for (const { project, outdir, formatters } of PROJECTS) {
    await compile({
      project: `./${ROOM}/${project}.inlang`,
      outdir: `./${outdir}`,
      // One module a language: a visitor loads one.
      outputStructure: 'locale-modules',
      emitTsDeclarations: true,
      emitReadme: false,
    });
    // The compiler's own would make a formatter anew for each sentence; a map says a thousand at once.
    writeFileSync(`${outdir}/registry.js`, `export { number, plural } from '${formatters}';\n`);
  }
  writeFileSync(stamp, '');
}

/** The first kind would be said in English, the second never. */
const differences = PROJECTS.flatMap(({ messages }) => {
  const keysOf = (name) => Object.keys(JSON.parse(readFileSync(`${messages}/${name}`, 'utf8')));
  const english = keysOf('en.json');
  return listFiles(messages).flatMap((name) => {
    const keys = keysOf(name);
    const missing = english.filter((key) => !keys.includes(key));
    const needless = keys.filter((key) => !english.includes(key));
    return [
      ...missing.map((key) => `${messages}/${name} lacks "${key}".`),
      ...needless.map((key) => `${messages}/${name} has "${key}", which en.json has not.`),
    ];
  });
});
for (const difference of differences) console.error(`droppoint: ${difference}`);

// Not left to end by itself: the compiler leaves a timer of half a minute behind.
process.exit(differences.length === 0 ? 0 : 1);
