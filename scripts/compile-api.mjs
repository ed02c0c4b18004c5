/**
 * Compiles the tables of the elements' APIs (packages/contract/element-api.ts) to the lists that elements and picker read, and to the
 * package's types and description. The output isn't in the repository; scripts/prepare.mjs runs this.
 */
import { nameProperty } from '../packages/contract/element-api.ts';
import { FILTER_DIMENSIONS } from '../packages/contract/filter-dimensions.ts';
import * as parcel from '../packages/contract/parcel-api.ts';
import * as picker from '../packages/contract/picker-api.ts';
import { fill, writeIfRun } from './write-files.mjs';

/**
 * @typedef {import('../packages/contract/element-api.ts').Attribute} Attribute
 * @typedef {import('../packages/contract/element-api.ts').ElementApi} ElementApi
 */

/** @param {string} name @param {Attribute} attribute */
const settingOf = (name, { setting }) => (setting === undefined ? nameProperty(name) : setting);

/** @param {Attribute} attribute */
export function typeOf({ kind, values }) {
  if (kind === 'choice') return values?.map((value) => `'${value}'`).join(' | ');
  return { text: 'string', list: 'string', number: 'number', switch: 'boolean' }[kind];
}

/** Returns the type that a property's setter accepts: lists and numbers in addition to text. @param {Attribute} attribute */
const setterTypeOf = (attribute) =>
  ({ list: 'string | readonly string[]', number: 'number | string' })[
    /** @type {string} */ (attribute.kind)
  ] ?? typeOf(attribute);

const writeParcelNames = () => `// Written by scripts/compile-api.mjs from parcel-api.ts, without its texts.
/** The element's attributes. */
export const ATTRIBUTE_NAMES = '${Object.keys(parcel.ATTRIBUTES).join(' ')}';
`;

function writePickerNames() {
  const attributes = Object.entries(picker.ATTRIBUTES);
  const ofKind = (/** @type {string} */ kind) =>
    attributes.filter(([, attribute]) => attribute.kind === kind);
  const forwarded = attributes.filter(
    ([name, attribute]) =>
      attribute.kind !== 'switch' && settingOf(name, attribute) !== null && name !== 'value',
  );
  const own = attributes.filter(
    ([name, attribute]) => attribute.kind !== 'switch' && settingOf(name, attribute) === null,
  );
  const join = (/** @type {[string, unknown][]} */ list) => list.map(([name]) => name).join(' ');
  const record = (
    /** @type {[string, Attribute][]} */ list,
    /** @type {(entry: Attribute) => unknown} */ read,
  ) =>
    JSON.stringify(
      Object.fromEntries(
        list.map(([name, entry]) => [settingOf(name, entry) ?? nameProperty(name), read(entry)]),
      ),
    );
  const renamed = forwarded.filter(([name, attribute]) => settingOf(name, attribute) !== nameProperty(name));
  const aliases = renamed.map(([name, attribute]) => [nameProperty(name), settingOf(name, attribute)]);
  const dimensions = FILTER_DIMENSIONS.map(({ field, setting }) => {
    const [attribute = setting] =
      renamed.find(([name, attribute]) => settingOf(name, attribute) === setting) ?? [];
    return [field, nameProperty(attribute), setting];
  });
  return `// Written by scripts/compile-api.mjs from picker-api.ts, without its texts, and from filter-dimensions.ts.
/** Attributes that are passed on to the frame as text; the frame parses them. */
export const SETTING_NAMES = '${join(forwarded)}';
/** Boolean attributes. */
export const SWITCH_NAMES = '${join(ofKind('switch'))}';
/** Attributes that only the element uses. */
export const OWN_NAMES = '${join(own)}';
/** CSS custom properties that are passed on to the frame, without \`--droppoint-\`. */
export const LOOK_NAMES = '${Object.keys(picker.LOOK).join(' ')}';
/** Values of enumerated attributes; the first is the default. */
export const CHOICES = ${record(ofKind('choice'), ({ values }) => values)} as const;
/** Minimum and maximum of numeric attributes. */
export const RANGES = ${record(ofKind('number'), ({ range }) => range)} as const;
/** Settings by property, where the names differ: a property is in the singular, the setting of a list in the plural. */
export const ALIASES = ${JSON.stringify(Object.fromEntries(aliases))} as const;
/** Query parameters of the API for points, each with the property and the setting of its value. */
export const DIMENSIONS = ${JSON.stringify(dimensions)} as const;
`;
}

const comment = (/** @type {string} */ text) => `/** ${text} */`;

/** @param {[name: string, attribute: Attribute]} entry */
function writeAttributeProperty([name, attribute]) {
  const property = nameProperty(name);
  if (attribute.kind === 'switch') return `${comment(attribute.text)}\n${property}: boolean;`;
  return `${comment(attribute.text)}\nget ${property}(): string;\nset ${property}(value: ${setterTypeOf(attribute)} | null | undefined);`;
}

/** Writes the listeners of an element's events, so that TypeScript knows their types by name. @param {string} element its class */
const writeListeners = (element) =>
  ['add', 'remove'].flatMap((word) => {
    const options = `options?: boolean | ${word === 'add' ? 'AddEventListenerOptions' : 'EventListenerOptions'}`;
    const listener = `(this: ${element}, event: ${element}EventMap[Type]) => unknown`;
    return [
      `${word}EventListener<Type extends keyof ${element}EventMap>(type: Type, listener: ${listener}, ${options}): void;`,
      `${word}EventListener(type: string, listener: EventListenerOrEventListenerObject | null, ${options}): void;`,
    ];
  });

/**
 * Writes the parts that both elements' types have.
 * @param {string} element its class
 * @param {ElementApi} api
 * @param {readonly string[]} typed attributes whose properties the template has
 */
const writeElementTypes = (element, api, typed = []) => ({
  properties: [
    ...Object.entries(api.ATTRIBUTES)
      .filter(([name]) => !typed.includes(name))
      .map(writeAttributeProperty),
    ...Object.entries(api.PROPERTIES).map(([name, { type, given, text }]) =>
      given === undefined
        ? `${comment(text)}\nreadonly ${name}: ${type};`
        : `${comment(text)}\nget ${name}(): ${type};\nset ${name}(value: ${given});`,
    ),
    ...Object.entries(api.METHODS).map(
      ([name, { takes = '', type, text }]) => `${comment(text)}\n${name}(${takes}): ${type};`,
    ),
  ],
  listeners: writeListeners(element),
  events: Object.entries(api.EVENTS)
    .filter(([, { type }]) => type !== '')
    .map(([name, { type, text }]) => `${comment(text)}\n'${name}': CustomEvent<${type}>;`),
  attributes: Object.entries(api.ATTRIBUTES).map(
    ([name, attribute]) =>
      `${comment(attribute.text)}\n'${name}'?: ${setterTypeOf(attribute)?.replace(' | readonly string[]', '')};`,
  ),
});

function writePickerTypes() {
  const inConfig = Object.entries(picker.ATTRIBUTES).filter(
    ([name, attribute]) => settingOf(name, attribute) !== null && !attribute.isElements,
  );
  const configType = (/** @type {Attribute} */ attribute) =>
    attribute.kind === 'list' ? 'string[]' : typeOf(attribute);
  const dimensions = FILTER_DIMENSIONS.map(({ list }) => `${list}?: string[] | undefined;`);
  return fill('packages/elements/element.template.d.ts', {
    config: inConfig.map(
      ([name, attribute]) =>
        `${comment(attribute.text)}\n${settingOf(name, attribute)}?: ${configType(attribute)};`,
    ),
    'dimensions of a filter': dimensions,
    'dimensions of a rule': dimensions,
    look: Object.keys(picker.LOOK).map((name) => `${nameProperty(name)}?: string | undefined;`),
    ...writeElementTypes('DroppointPicker', picker, ['value']),
  });
}

const writeParcelTypes = () =>
  fill('packages/elements/parcel-element.template.d.ts', writeElementTypes('DroppointParcel', parcel));

/** The methods that every form control has. */
const FORM_METHODS = Object.fromEntries(
  [
    { name: 'checkValidity', type: 'boolean' },
    { name: 'reportValidity', type: 'boolean' },
    { name: 'setCustomValidity', takes: 'message: string', type: 'void' },
  ].map(({ name, ...method }) => [name, { ...method, text: 'As every form control has it.' }]),
);

/**
 * Describes an element and its two modules: the one with its class and the one that registers it.
 * @param {ElementApi} api
 * @param {{ name: string, tagName: string, description: string, module: string, registration: string }} element
 */
function describeElement(api, { name: className, tagName, description, module, registration }) {
  const named = (/** @type {Readonly<Record<string, string>>} */ table, prefix = '') =>
    Object.entries(table).map(([name, description]) => ({ name: prefix + name, description }));
  const parameters = (/** @type {string} */ takes) =>
    [...takes.matchAll(/(\w+)(\??): ((?:\{[^}]*\}|[^,])+)/g)].map(([, name, optional, type]) => ({
      name,
      type: { text: type },
      ...(optional && { optional: true }),
    }));
  const declaration = {
    kind: 'class',
    customElement: true,
    name: className,
    tagName,
    superclass: { name: 'HTMLElement' },
    description,
    attributes: Object.entries(api.ATTRIBUTES).map(([name, attribute]) => {
      const { text, values, otherwise } = attribute;
      return {
        name,
        type: { text: typeOf(attribute) },
        description: text,
        ...((values?.[0] ?? otherwise) && { default: values?.[0] ?? otherwise }),
        fieldName: nameProperty(name),
      };
    }),
    members: [
      ...Object.entries(api.PROPERTIES).map(([name, { type, given, text }]) => ({
        kind: 'field',
        name,
        type: { text: type },
        description: text,
        ...(given === undefined && { readonly: true }),
      })),
      ...Object.entries(api.METHODS).map(([name, { takes = '', type, text }]) => ({
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
  const reference = { name: className, module };
  return [
    {
      kind: 'javascript-module',
      path: module,
      declarations: [declaration],
      exports: [{ kind: 'js', name: className, declaration: reference }],
    },
    {
      kind: 'javascript-module',
      path: registration,
      declarations: [],
      exports: [{ kind: 'custom-element-definition', name: tagName, declaration: reference }],
    },
  ];
}

const writeManifest = () =>
  JSON.stringify({
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      ...describeElement(
        { ...picker, METHODS: { ...picker.METHODS, ...FORM_METHODS } },
        {
          name: 'DroppointPicker',
          tagName: 'droppoint-picker',
          description:
            'A form control with which shoppers choose a parcel pick-up point. Its value is the point’s id.',
          module: 'element.js',
          registration: 'register.js',
        },
      ),
      ...describeElement(parcel, {
        name: 'DroppointParcel',
        tagName: 'droppoint-parcel',
        description: 'Shows where a parcel is, for the page of an order.',
        module: 'parcel-element.js',
        registration: 'parcel.js',
      }),
    ],
  });

/** @returns {Record<string, string>} contents by path; unformatted, because running the app doesn't install the formatter */
export const compileApi = () => ({
  'packages/contract/picker-names.ts': writePickerNames(),
  'packages/contract/parcel-names.ts': writeParcelNames(),
  'packages/elements/element.d.ts': writePickerTypes(),
  'packages/elements/parcel-element.d.ts': writeParcelTypes(),
  'packages/elements/custom-elements.json': writeManifest(),
});

await writeIfRun(import.meta.url, compileApi);
