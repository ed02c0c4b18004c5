import type {} from '../../packages/elements/react.d.ts';
import type {} from '../../packages/elements/svelte.d.ts';
import type {} from '../../packages/elements/vue.d.ts';
import type { JSX } from 'react';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeApi } from '../../scripts/write-api.mjs';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type {
  DroppointPicker as Published,
  PickerConfig as PublishedConfig,
} from '../../packages/elements/element.d.ts';
import * as parcelApi from '#contract/parcel-api.ts';
import * as api from '#contract/picker-api.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { DroppointParcel as PublishedParcel, Parcel } from '../../packages/elements/parcel-element.d.ts';
import type { PublicParcel } from '#contract/public-parcel.ts';
import { buildPackage } from './build.ts';
import { examinePackage } from './examine-package.ts';
import { OBSERVED_ATTRIBUTES } from '../../packages/elements/picker/attributes.ts';
import type { DroppointParcel as BuiltParcel } from '../../packages/elements/parcel/droppoint-parcel.ts';
import type { DroppointPicker as Built } from '../../packages/elements/picker/droppoint-picker.ts';
import { makeFolder } from '../temporary-folder.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('Picker package', () => {
  const folder = makeFolder();
  beforeAll(() => buildPackage(join(folder, 'package')));

  it('it passes the package checks, its types resolve in every mode, and no file is missing', async () => {
    const { files, ...found } = await examinePackage(join(folder, 'package'), folder, true);
    expect(found).toMatchObject({ messages: [], types: { kind: 'included' }, problems: [] });
    expect(files).toEqual(
      expect.arrayContaining(['register.js', 'element.d.ts', 'custom-elements.json', 'LICENSE']),
    );
  });

  // Proves: embedding/servers.
  it('it can be imported on a server, where it registers nothing', () => {
    const exports = {
      register: 'DroppointPicker',
      element: 'DroppointPicker',
      testing: 'choosePoint,closePicker,failPicker',
      parcel: 'DroppointParcel',
      'parcel-element': 'DroppointParcel',
      'parcel-testing': 'tellParcel',
      'types-only': '',
    };
    for (const [name, exported] of Object.entries(exports)) {
      const script = `const it = await import(${JSON.stringify(join(folder, 'package', `${name}.js`))}); console.log(Object.keys(it).join())`;
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      });
      expect(output.trim()).toBe(exported);
    }
  });
});

describe('Reference of the elements', () => {
  it('it matches the API tables: run `node --import tsx scripts/write-api.mjs` after changing them', async () => {
    for (const [file, text] of Object.entries(await writeApi())) expect(read(file), file).toBe(text);
  });

  it('it names exactly the attributes that the element observes', () => {
    expect(sorted(Object.keys(api.ATTRIBUTES))).toEqual(sorted([...OBSERVED_ATTRIBUTES, 'value']));
  });

  it('the description for editors has all attributes, properties and events of both elements', () => {
    const { modules } = JSON.parse(read('packages/elements/custom-elements.json')) as {
      modules: { declarations: Record<'attributes' | 'members' | 'events', { name: string }[]>[] }[];
    };
    const described = modules.flatMap(({ declarations }) => declarations);
    expect(described).toHaveLength(2);
    for (const [at, { ATTRIBUTES, PROPERTIES, EVENTS }] of [api, parcelApi].entries()) {
      const namesOf = (list: 'attributes' | 'members' | 'events') =>
        described[at]![list].map(({ name }) => name);
      expect(namesOf('attributes')).toEqual(Object.keys(ATTRIBUTES));
      expect(namesOf('members')).toEqual(expect.arrayContaining(Object.keys(PROPERTIES)));
      expect(namesOf('events')).toEqual(Object.keys(EVENTS));
    }
  });

  it('it names every error code of a frame', () => {
    const codes = [...read('packages/elements/picker/frame-link.ts').matchAll(/fail\('(\w+)'/g)].map(
      (match) => match[1]!,
    );
    expect(codes).toContain('not_listed');
    expect(codes.filter((code) => !read('docs/embedding.md').includes(`| \`${code}\``))).toEqual([]);
  });

  it('the migration guide mentions only features that exist', () => {
    const [, notes] = read('docs/embedding.md').split('## Coming from another widget');
    const rows = notes!.split('\n').filter((line) => /^\|(?! ?-| there)/.test(line));
    const here = rows.flatMap((row) =>
      [...row.split('|')[2]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
    );
    expect(here.length).toBeGreaterThan(15);
    const [, filterNames] = /interface PickerFilter \{(.*?)^\}/ms.exec(
      read('packages/elements/element.d.ts'),
    )!;
    const known = new Set<string>([
      ...[api.ATTRIBUTES, api.PROPERTIES, api.METHODS, api.EVENTS].flatMap(Object.keys),
      ...Object.values(api.ATTRIBUTES).flatMap(({ values = [] }) => values),
      ...Object.keys(api.LOOK).flatMap((name) => [`--droppoint-${name}`, name.replace('color', '')]),
      ...[...filterNames!.matchAll(/^ {2}(\w+)\?/gm)].map((match) => match[1]!),
      ...['droppoint-picker', 'await', 'picker', 'EMBED_ORIGINS', "'PARCEL_COLLECT'", 'filter'],
    ]);
    const names = here.flatMap((code) => code.match(/'?-{0,2}[a-zA-Z][\w-]+'?/g) ?? []);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('the types match the element', () => {
    expectTypeOf<Own<Built>>().toEqualTypeOf<Own<Published>>();
    expectTypeOf<Pick<Built, Own<Published>>>().toExtend<Pick<Published, Own<Published>>>();
    expectTypeOf<Own<BuiltParcel>>().toEqualTypeOf<Own<PublishedParcel>>();
    expectTypeOf<Pick<BuiltParcel, Own<PublishedParcel>>>().toExtend<
      Pick<PublishedParcel, Own<PublishedParcel>>
    >();
    expectTypeOf<keyof Parcel>().toEqualTypeOf<keyof PublicParcel>();
    expectTypeOf<PublicParcel>().toExtend<Parcel>();
    // The element itself passes the mode to the frame.
    expectTypeOf<keyof PublishedConfig>().toEqualTypeOf<Exclude<keyof PickerConfig, 'mode'>>();
    expectTypeOf<PublishedConfig>().toExtend<PickerConfig>();
  });
});

describe('Types of markup', () => {
  type OnState = ((event: CustomEvent<Parcel>) => void) | undefined;

  it('they have the parcel’s attributes and event, in React, Svelte and Vue', () => {
    type InReact = JSX.IntrinsicElements['droppoint-parcel'];
    type InSvelte = SvelteHTMLElements['droppoint-parcel'];
    type InVue = InstanceType<GlobalComponents['droppoint-parcel']>['$props'];
    for (const props of [{} as InReact, {} as InSvelte, {} as InVue]) {
      expectTypeOf(props.number).toEqualTypeOf<string | undefined>();
      expectTypeOf(props.theme).toEqualTypeOf<'auto' | 'light' | 'dark' | undefined>();
    }
    expectTypeOf<InReact['ondroppoint-parcel-state']>().toEqualTypeOf<OnState>();
    expectTypeOf<InSvelte['ondroppoint-parcel-state']>().toEqualTypeOf<OnState>();
    expectTypeOf<InVue['onDroppointParcelState']>().toEqualTypeOf<OnState>();
    expectTypeOf<HTMLElementTagNameMap['droppoint-parcel']>().toExtend<HTMLElement>();
  });
});

/** An element's members beyond those of any element, without the browser's callbacks. */
type Own<Element> = Exclude<keyof Element, keyof HTMLElement | `${string}Callback`>;
