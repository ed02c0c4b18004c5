/**
 * Compiles src/lib/i18n/messages/*.json into typed functions (src/lib/i18n/compiled), where they have changed: what a first view may say into
 * one module a language, what is said after it into another, and what only brokers read, messages/broker/*.json, into a third. Nothing is
 * asked of the internet. Ends with exit code 1 where a language lacks a sentence or has one too many; what it has is compiled all the same.
 */
import { compile } from '@inlang/paraglide-js';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const ROOM = 'src/lib/i18n';
const COMPILED = `${ROOM}/compiled`;
const PICKER = `${ROOM}/messages`;
const BROKER = `${PICKER}/broker`;
/** Where the compiler reads: a project for each module. */
const PROJECTS_ROOM = '.cache/languages';

/**
 * Keys of what a picker may say before its parts beside the map have come, in full or their beginnings. Types hold modules of the first
 * view to them (src/lib/i18n/messages.ts).
 */
const FIRST = [
  'product, skip_to_content, navigation, nav_, page_, try_again, request_id, errors, embed_, widget_, map_',
  'picker_heading, picker_empty, picker_hint, picker_online_map, find_nothing_near, chosen_announce, chosen_undone',
  'card_close, card_loaded, card_types_, card_type_not_given, card_placements_, card_capabilities_, card_not_given',
  'progress_starting, progress_done, progress_set_aside, progress_failed_pages',
].flatMap((line) => line.split(', '));
const isFirst = (key) => FIRST.some((beginning) => key.startsWith(beginning));

/** In this order: the first clears the folder that the others are in. */
const MODULES = [
  { name: 'first', messages: PICKER, has: isFirst, outdir: COMPILED, formatters: '../formatters.ts' },
  {
    name: 'later',
    messages: PICKER,
    has: (key) => !isFirst(key),
    outdir: `${COMPILED}/later`,
    formatters: '../../formatters.ts',
  },
  {
    name: 'broker',
    messages: BROKER,
    has: () => true,
    outdir: `${COMPILED}/broker`,
    formatters: '../../formatters.ts',
  },
];

const listFiles = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));

const readMessages = (file) => JSON.parse(readFileSync(file, 'utf8'));
const sources = [PICKER, BROKER].flatMap((folder) => listFiles(folder).map((name) => `${folder}/${name}`));
const changedMs = Math.max(
  ...[...sources, 'scripts/languages.mjs', 'package-lock.json'].map((file) => statSync(file).mtimeMs),
);

/** @returns the path of the compiler's project with those of the messages that a module has */
function writeProject({ name, messages, has }) {
  const project = `${PROJECTS_ROOM}/${name}.inlang`;
  mkdirSync(project, { recursive: true });
  mkdirSync(`${PROJECTS_ROOM}/${name}`, { recursive: true });
  const files = listFiles(messages);
  for (const file of files) {
    const own = Object.entries(readMessages(`${messages}/${file}`)).filter(([key]) => has(key));
    writeFileSync(`${PROJECTS_ROOM}/${name}/${file}`, JSON.stringify(Object.fromEntries(own)));
  }
  const settings = {
    baseLocale: 'en',
    locales: files.map((file) => file.slice(0, -'.json'.length)),
    modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': { pathPattern: `./${name}/{locale}.json` },
    telemetry: 'off',
  };
  writeFileSync(`${project}/settings.json`, JSON.stringify(settings));
  return `./${project}`;
}

const stamp = `${COMPILED}/.compiled`;

if (!existsSync(stamp) || statSync(stamp).mtimeMs < changedMs) {
  for (const module of MODULES) {
    const { outdir, formatters } = module;
    await compile({
      project: writeProject(module),
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
const differences = [PICKER, BROKER].flatMap((messages) => {
  const keysOf = (name) => Object.keys(readMessages(`${messages}/${name}`));
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
