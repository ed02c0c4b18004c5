/**
 * Compiles src/lib/i18n/messages to typed functions (src/lib/i18n/compiled), if they have changed: for each language a module with
 * the messages of the first view (messages/first), one with the picker's other messages, one for brokers (messages/broker), one for
 * packing (messages/packing), one for the parcel page (messages/parcel), and one for returns (messages/return); also a loader for each
 * language. Writes the texts of function and elements to packages/languages/compiled. Needs no internet connection. Languages under `partial` in languages.json get English for missing messages, which
 * are reported. The exit code is 1 if another language lacks a message, or a language has one that English doesn't have; the
 * messages are compiled anyway.
 */
import { compile } from '@inlang/paraglide-js';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path/posix';
import { isOutdated } from './system.mjs';

const ROOM = 'src/lib/i18n';
const COMPILED = `${ROOM}/compiled`;
/** Texts that servers and elements use, which import nothing of the pages. */
const SHARED = 'packages/languages';
const SHARED_COMPILED = `${SHARED}/compiled`;
const PICKER = `${ROOM}/messages`;
/**
 * Messages that the picker may need before its parts beside the map are loaded. By their types, modules of the first view can use
 * only these (src/lib/i18n/messages.ts).
 */
const FIRST = `${PICKER}/first`;
/** The brokers' messages, by screen. */
const SCREENS = ['', '/send', '/import', '/parcels', '/returns', '/pickups'];
/** Names of a parcel's states, for brokers and shoppers. */
const STATES = `${PICKER}/states`;
const BROKER = [...SCREENS.map((screen) => `${PICKER}/broker${screen}`), STATES];
const PARCEL = `${PICKER}/parcel`;
const ORDER = `${PICKER}/order`;
const RETURN = `${PICKER}/return`;
/** Messages about labels, packing and sheets, which the desk's first screen doesn't need. */
const PACKING = `${PICKER}/packing`;
const WIDGET = `${PICKER}/widget`;
const FOLDERS = [FIRST, PICKER, ...BROKER, PACKING, PARCEL, ORDER, RETURN, WIDGET];
/** Folder of the compiler's projects, one per module. */
const PROJECTS_ROOM = '.cache/languages';

/** Names of the texts about a parcel that the function needs too: those in packages/contract/parcel-wording.ts. */
const PARCEL_WORDS =
  /^parcel_(nothing_yet|registered|on_its_way|ready|ready_at|delivered|collected|problem|returning|return_\w+|calendar_title|next_(wait|registered|hand_in|collect|tried_again|ask_\w+))$/;

/** The modules in the order of compilation: compiling the first one clears the folder that contains the others. */
const MODULES = [
  { name: 'first', messages: [FIRST], outdir: COMPILED },
  { name: 'later', messages: [PICKER], outdir: `${COMPILED}/later` },
  { name: 'broker', messages: BROKER, outdir: `${COMPILED}/broker` },
  { name: 'packing', messages: [PACKING], outdir: `${COMPILED}/packing` },
  { name: 'parcel', messages: [PARCEL, STATES], outdir: `${COMPILED}/parcel` },
  { name: 'order', messages: [ORDER], outdir: `${COMPILED}/order` },
  { name: 'return', messages: [RETURN], outdir: `${COMPILED}/return` },
];

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { complete, partial } = read(`${SHARED}/languages.json`);
/** English is first, as the fallback for unknown languages. */
const LANGUAGES = [...complete, ...partial];
const listMessages = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));
const sources = [
  'scripts/languages.mjs',
  'package-lock.json',
  `${SHARED}/languages.json`,
  ...FOLDERS.flatMap((folder) => listMessages(folder).map((name) => `${folder}/${name}`)),
];
const readOwn = (folder, language) => {
  const file = `${folder}/${language}.json`;
  return existsSync(file) ? read(file) : {};
};
/** Reads the messages of a language; missing ones are in English. */
const readAll = (folder, language) => ({ ...readOwn(folder, 'en'), ...readOwn(folder, language) });
const readEach = (folders, language) =>
  Object.assign({}, ...folders.map((folder) => readAll(folder, language)));

/** Writes the compiler's project of a module. @returns its path */
function writeProject({ name, messages }) {
  const project = `${PROJECTS_ROOM}/${name}.inlang`;
  mkdirSync(project, { recursive: true });
  mkdirSync(`${PROJECTS_ROOM}/${name}`, { recursive: true });
  for (const language of LANGUAGES) {
    writeFileSync(`${PROJECTS_ROOM}/${name}/${language}.json`, JSON.stringify(readEach(messages, language)));
  }
  const settings = {
    baseLocale: 'en',
    locales: LANGUAGES,
    modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': { pathPattern: `./${name}/{locale}.json` },
    telemetry: 'off',
  };
  writeFileSync(`${project}/settings.json`, JSON.stringify(settings));
  return `./${project}`;
}

/** The union of the languages as a type. */
const namesOfLanguages = LANGUAGES.map((language) => `'${language}'`).join(' | ');

/** Writes a loader with a static import() for each language, so that the bundler makes a chunk for each. */
function writeLoaders(outdir) {
  const lines = LANGUAGES.map((language) => `  ${language}: () => import('./messages/${language}.js'),\n`);
  writeFileSync(`${outdir}/load.js`, `export const load = {\n${lines.join('')}};\n`);
  writeFileSync(
    `${outdir}/load.d.ts`,
    `export const load: { readonly [Language in ${namesOfLanguages}]: () => Promise<object> };\n`,
  );
}

/** Writes a line for each language: `language|word|word…`, in the order of NAMES in packages/elements/picker/words.ts. */
function writeWidgetWords() {
  const lines = LANGUAGES.map((language) => {
    const { picker_heading, widget_change, card_close } = readAll(FIRST, language);
    const { failed } = readAll(WIDGET, language);
    return [language, picker_heading, widget_change, card_close, failed].join('|');
  });
  writeFileSync(
    `${SHARED_COMPILED}/widget-words.js`,
    `export const WORDS = ${JSON.stringify(lines.join(';'))};\n`,
  );
  writeFileSync(`${SHARED_COMPILED}/widget-words.d.ts`, 'export const WORDS: string;\n');
}

/** Writes a table of texts by language, for the function. @param words pairs of a language and its texts by name */
function writeWords(name, words) {
  const texts = Object.keys(words[0][1]).map((text) => `readonly ${text}: string`);
  const file = `${SHARED_COMPILED}/${name}`;
  writeFileSync(
    `${file}.js`,
    `export const WORDS = ${JSON.stringify(Object.fromEntries(words), null, 1)};\n`,
  );
  writeFileSync(
    `${file}.d.ts`,
    `export const WORDS: { readonly [Language in ${namesOfLanguages}]: { ${texts.join('; ')} } };\n`,
  );
}

/** Writes the texts for shoppers in the function's answers, by language. */
function writeAnswerWords() {
  const words = LANGUAGES.map((language) => {
    const { widget_gone, widget_mistyped, widget_blocked, ...others } = readEach([FIRST, PICKER], language);
    const { more, today, closed_today } = readAll(WIDGET, language);
    return [
      language,
      {
        gone: widget_gone,
        mistyped: widget_mistyped,
        refused: widget_blocked,
        APM: others.card_types_apm,
        PUDO: others.card_types_pudo,
        roundTheClock: others.hours_round_the_clock,
        more,
        today,
        closedToday: closed_today,
      },
    ];
  });
  writeWords('answer-words', words);
}

/**
 * Writes the types of a module's messages, which the compiler leaves in comments. Its own declarations take two thirds of the
 * time, because it starts TypeScript for files that nothing imports.
 */
function writeTypes(outdir) {
  const source = readFileSync(`${outdir}/messages/en.js`, 'utf8');
  const inputs = new Map(
    Array.from(source.matchAll(/@typedef \{(.+)\} (\w+Inputs) /g), ([, type, name]) => [name, type]),
  );
  const lines = Array.from(
    source.matchAll(/^export const (\w+) = .*?\(inputs: (\w+Inputs)\) => LocalizedString/gm),
    ([, key, name]) => `export const ${key}: (inputs: ${inputs.get(name)}) => string;\n`,
  );
  writeFileSync(`${outdir}/messages/en.d.ts`, lines.join(''));
}

/** Writes the texts about a parcel in the function's answers, by language; they are the page's own. */
function writeParcelWords() {
  const words = LANGUAGES.map((language) => {
    const texts = Object.entries(readAll(PARCEL, language)).flatMap(([key, text]) =>
      PARCEL_WORDS.test(key) ? [[key.replace('parcel_', ''), text]] : [],
    );
    return [language, Object.fromEntries(texts)];
  });
  writeWords('parcel-words', words);
}

const stamp = `${COMPILED}/.compiled`;

if (isOutdated(stamp, sources)) {
  for (const module of MODULES) {
    const { outdir } = module;
    await compile({
      project: writeProject(module),
      outdir: `./${outdir}`,
      // Write one module per language, of which a visitor loads one.
      outputStructure: 'locale-modules',
      emitReadme: false,
    });
    // Replace the compiler's functions, which create a formatter for each message: a map formats a thousand messages at once.
    const formatters = relative(outdir, `${ROOM}/formatters.ts`);
    writeFileSync(`${outdir}/registry.js`, `export { number, plural } from '${formatters}';\n`);
    writeLoaders(outdir);
    writeTypes(outdir);
  }
  mkdirSync(SHARED_COMPILED, { recursive: true });
  writeWidgetWords();
  writeAnswerWords();
  writeParcelWords();
  writeFileSync(stamp, '');
}

const problems = [];
for (const messages of FOLDERS) {
  const english = Object.keys(readOwn(messages, 'en'));
  for (const language of LANGUAGES) {
    const file = `${messages}/${language}.json`;
    const keys = Object.keys(readOwn(messages, language));
    const missing = english.filter((key) => !keys.includes(key));
    if (missing.length > 0 && partial.includes(language))
      console.log(
        `droppoint: ${file} lacks ${missing.length} of ${english.length} messages, which are shown in English: ${missing.join(', ')}.`,
      );
    else problems.push(...missing.map((key) => `${file} lacks "${key}".`));
    const needless = keys.filter((key) => !english.includes(key));
    problems.push(...needless.map((key) => `${file} has "${key}", but en.json doesn't.`));
  }
  const unlisted = listMessages(messages).filter(
    (name) => !LANGUAGES.includes(name.slice(0, -'.json'.length)),
  );
  problems.push(...unlisted.map((name) => `${messages}/${name}: add its language to languages.json.`));
}
for (const problem of problems) console.error(`droppoint: ${problem}`);

// Exit explicitly, because a timer of the compiler would otherwise delay the end of the process by
// half a minute.
process.exit(problems.length === 0 ? 0 : 1);
