/**
 * Compiles the table of the element's API, src/lib/contract/picker-api.ts, to the lists that element and picker read, and to the
 * package's types and description. The output is not kept in the repository; scripts/prepare.mjs runs this.
 */
import { FILTER_DIMENSIONS } from '../src/lib/contract/filter-dimensions.ts';
import * as api from '../src/lib/contract/picker-api.ts';
import { fill, writeIfRun } from './write-files.mjs';

const attributes = Object.entries(api.ATTRIBUTES);
const ofKind = (/** @type {string} */ kind) => attributes.filter(([, attribute]) => attribute.kind === kind);
const settingOf = (/** @type {string} */ name) => {
  const { setting } = api.ATTRIBUTES[name] ?? {};
  return setting === undefined ? api.nameProperty(name) : setting;
};

/** @param {string} name */
export function typeOf(name) {
  const { kind, values } = /** @type {api.Attribute} */ (api.ATTRIBUTES[name]);
  if (kind === 'choice') return values?.map((value) => `'${value}'`).join(' | ');
  return { text: 'string', list: 'string', number: 'number', switch: 'boolean' }[kind];
}

/** Type accepted by a property's setter: lists and numbers are accepted in addition to text. @param {string} name */
function givenTypeOf(name) {
  const { kind } = /** @type {api.Attribute} */ (api.ATTRIBUTES[name]);
  return (
    { list: 'string | readonly string[]', number: 'number | string' }[/** @type {string} */ (kind)] ??
    typeOf(name)
  );
}

function writeNames() {
  const passed = attributes.filter(
    ([name, { kind }]) => kind !== 'switch' && settingOf(name) !== null && name !== 'value',
  );
  const own = attributes.filter(([name, { kind }]) => kind !== 'switch' && settingOf(name) === null);
  const join = (/** @type {[string, unknown][]} */ list) => list.map(([name]) => name).join(' ');
  const record = (
    /** @type {[string, api.Attribute][]} */ list,
    /** @type {(entry: api.Attribute) => unknown} */ read,
  ) =>
    JSON.stringify(
      Object.fromEntries(
        list.map(([name, entry]) => [settingOf(name) ?? api.nameProperty(name), read(entry)]),
      ),
    );
  const renamed = passed.filter(([name]) => settingOf(name) !== api.nameProperty(name));
  const dimensions = FILTER_DIMENSIONS.map(({ field, setting }) => {
    const [attribute = setting] = renamed.find(([name]) => settingOf(name) === setting) ?? [];
    return [field, api.nameProperty(attribute), setting];
  });
  return `// Written by scripts/compile-api.mjs from picker-api.ts, without its texts, and from filter-dimensions.ts.
/** Attributes that are passed on to the frame as text; the frame parses them. */
export const SETTINGS = '${join(passed)}';
/** Boolean attributes. */
export const SWITCHES = '${join(ofKind('switch'))}';
/** Attributes that only the element uses. */
export const OWN = '${join(own)}';
/** CSS custom properties that are passed on to the frame, without \`--droppoint-\`. */
export const LOOK = '${Object.keys(api.LOOK).join(' ')}';
/** Values of enumerated attributes; the first is the default. */
export const CHOICES = ${record(ofKind('choice'), ({ values }) => values)} as const;
/** Minimum and maximum of numeric attributes. */
export const RANGES = ${record(ofKind('number'), ({ range }) => range)} as const;
/** Settings by property, where the names differ: a property is in the singular, the setting of a list in the plural. */
export const ALIASES = ${JSON.stringify(Object.fromEntries(renamed.map(([name]) => [api.nameProperty(name), settingOf(name)])))} as const;
/** Query parameters of the API for points, each with the property and the setting of its value. */
export const DIMENSIONS = ${JSON.stringify(dimensions)} as const;
`;
}

const comment = (/** @type {string} */ text) => `/** ${text} */`;

/** @param {[name: string, attribute: api.Attribute]} entry */
function writeAttributeProperty([name, { text, kind }]) {
  const property = api.nameProperty(name);
  if (kind === 'switch') return `${comment(text)}\n${property}: boolean;`;
  return `${comment(text)}\nget ${property}(): string;\nset ${property}(value: ${givenTypeOf(name)} | null | undefined);`;
}

function writeTypes() {
  const inConfig = attributes.filter(([name, { isElements }]) => settingOf(name) !== null && !isElements);
  const configType = (/** @type {string} */ name) =>
    api.ATTRIBUTES[name]?.kind === 'list' ? 'string[]' : typeOf(name);
  const dimensions = FILTER_DIMENSIONS.map(({ list }) => `${list}?: string[] | undefined;`);
  return fill('packages/elements/element.template.d.ts', {
    config: inConfig.map(([name, { text }]) => `${comment(text)}\n${settingOf(name)}?: ${configType(name)};`),
    'dimensions of a filter': dimensions,
    'dimensions of a rule': dimensions,
    look: Object.keys(api.LOOK).map((name) => `${api.nameProperty(name)}?: string | undefined;`),
    properties: [
      ...attributes.filter(([name]) => name !== 'value').map(writeAttributeProperty),
      ...Object.entries(api.PROPERTIES).map(([name, { type, given, text }]) =>
        given === undefined
          ? `${comment(text)}\nreadonly ${name}: ${type};`
          : `${comment(text)}\nget ${name}(): ${type};\nset ${name}(value: ${given});`,
      ),
      ...Object.entries(api.METHODS).map(
        ([name, { takes = '', type, text }]) => `${comment(text)}\n${name}(${takes}): ${type};`,
      ),
    ],
    events: Object.entries(api.EVENTS)
      .filter(([, { type }]) => type !== '')
      .map(([name, { type, text }]) => `${comment(text)}\n'${name}': CustomEvent<${type}>;`),
    attributes: attributes.map(
      ([name, { text }]) =>
        `${comment(text)}\n'${name}'?: ${givenTypeOf(name)?.replace(' | readonly string[]', '')};`,
    ),
  });
}

function writeManifest() {
  const named = (/** @type {Readonly<Record<string, string>>} */ table, prefix = '') =>
    Object.entries(table).map(([name, description]) => ({ name: prefix + name, description }));
  const parameters = (/** @type {string} */ takes) =>
    [...takes.matchAll(/(\w+)(\??): ((?:\{[^}]*\}|[^,])+)/g)].map(([, name, optional, type]) => ({
      name,
      type: { text: type },
      ...(optional && { optional: true }),
    }));
  const text = 'As every form control has it.';
  const methods = Object.entries({
    ...api.METHODS,
    checkValidity: { type: 'boolean', text },
    reportValidity: { type: 'boolean', text },
    setCustomValidity: { takes: 'message: string', type: 'void', text },
  });
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'DroppointPicker',
    tagName: 'droppoint-picker',
    superclass: { name: 'HTMLElement' },
    description:
      'A form control with which shoppers choose a parcel pick-up point. Its value is the point’s id.',
    attributes: attributes.map(([name, { text, values, otherwise }]) => ({
      name,
      type: { text: typeOf(name) },
      description: text,
      ...((values?.[0] ?? otherwise) && { default: values?.[0] ?? otherwise }),
      fieldName: api.nameProperty(name),
    })),
    members: [
      ...Object.entries(api.PROPERTIES).map(([name, { type, given, text }]) => ({
        kind: 'field',
        name,
        type: { text: type },
        description: text,
        ...(given === undefined && { readonly: true }),
      })),
      ...methods.map(([name, { takes = '', type, text }]) => ({
        kind: 'method',
        name,
        description: text,
        return: { type: { text: type } },
        ...(takes && { parameters: parameters(takes) }),
      })),
    ],
    events: Object.entries(api.EVENTS).map(([name, { type, text }]) => ({
      name,
      type: { text: type === '' ? 'Event' : `CustomEvent<${type}>` },
      description: text,
    })),
    slots: named(api.SLOTS),
    cssParts: named(api.PARTS),
    cssStates: named(api.STATES),
    cssProperties: named(api.LOOK, '--droppoint-'),
  };
  const reference = { name: 'DroppointPicker', module: 'element.js' };
  return JSON.stringify({
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'element.js',
        declarations: [declaration],
        exports: [{ kind: 'js', name: 'DroppointPicker', declaration: reference }],
      },
      {
        kind: 'javascript-module',
        path: 'register.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: 'droppoint-picker', declaration: reference }],
      },
    ],
  });
}

/** @returns {Record<string, string>} contents by path; not formatted, as running the app doesn't install the formatter */
export const compileApi = () => ({
  'src/lib/contract/picker-names.ts': writeNames(),
  'packages/elements/element.d.ts': writeTypes(),
  'packages/elements/custom-elements.json': writeManifest(),
});

await writeIfRun(import.meta.url, compileApi);
