/** `node --import tsx scripts/write-api.mjs`: writes the guide's tables of the elements' APIs (packages/contract/element-api.ts). */
import * as parcel from '../packages/contract/parcel-api.ts';
import * as picker from '../packages/contract/picker-api.ts';
import { typeOf } from './compile-api.mjs';
import { fill, format, table, writeIfRun } from './write-files.mjs';

/** @template Entry @param {Readonly<Record<string, Entry>>} entries @param {(name: string, entry: Entry) => string[]} write */
const rowsOf = (entries, write) => Object.entries(entries).map(([name, entry]) => write(name, entry));

/**
 * Writes the guide's tables of one element.
 * @param {import('../packages/contract/element-api.ts').ElementApi} api
 * @param {string} [prefix] prefix of the tables' names
 */
function writeTables(api, prefix = '') {
  const tables = {
    attributes: table(
      ['attribute', 'value', 'meaning', 'default'],
      rowsOf(api.ATTRIBUTES, (name, attribute) => {
        const { kind, text, values, otherwise = '–' } = attribute;
        return [
          `\`${name}\``,
          values?.map((value) => `\`${value}\``).join(' | ') ??
            (kind === 'list' ? 'list' : (typeOf(attribute) ?? '')),
          text,
          values ? `\`${values[0]}\`` : otherwise,
        ];
      }),
    ),
    properties: table(
      ['property', 'is'],
      rowsOf(api.PROPERTIES, (name, { text, given }) => [`\`${name}\``, given ? text : `${text} To read.`]),
    ),
    methods: table(
      ['method', 'does'],
      rowsOf(api.METHODS, (name, { takes = '', text }) => [
        `\`${name}(${takes.replaceAll(/: (?:\{[^}]*\}|[^,])+/g, '')})\``,
        text,
      ]),
    ),
    events: table(
      ['event', '`event.detail`', 'tells'],
      rowsOf(api.EVENTS, (name, { type, text }) => [
        `\`${name}\``,
        type === '' || type.startsWith('Record') ? '–' : `\`${type}\``,
        text,
      ]),
    ),
    styles: table(
      ['for style sheets', 'is'],
      [
        ...rowsOf(api.LOOK, (name, text) => [`\`--droppoint-${name}\``, text]),
        ...rowsOf(api.PARTS, (name, text) => [`\`::part(${name})\``, text]),
        ...rowsOf(api.STATES, (name, text) => [`\`:state(${name})\``, text]),
      ],
    ),
  };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => name !== 'methods' || Object.keys(api.METHODS).length > 0)
      .map(([name, text]) => [prefix + name, text]),
  );
}

const writeGuide = () =>
  fill('docs/embedding.md', { ...writeTables(picker), ...writeTables(parcel, "a parcel's ") });

/** @returns {Promise<Record<string, string>>} the file's content, by path */
export const writeApi = () => format({ 'docs/embedding.md': writeGuide() });

await writeIfRun(import.meta.url, writeApi);
