import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type {
  DroppointPicker as Published,
  PickerConfig as PublishedConfig,
} from '../../packages/droppoint-picker/element.d.ts';
import { OPTION_GROUPS } from '../../src/lib/configure/options.ts';
import type { PickerConfig } from '../../src/lib/contract/picker-config.ts';
import { buildPackage } from './build.ts';
import { ATTRIBUTES } from '../../src/widget/attributes.ts';
import type { DroppointPicker as Built } from '../../src/widget/droppoint-picker.ts';

/** What the package says of the element; it is written by hand, and so are the types and the guide. */
interface Described {
  attributes: { name: string }[];
  members: { name: string; kind: string }[];
  events: { name: string }[];
  cssParts: { name: string }[];
  cssProperties: { name: string }[];
}
const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('packages/droppoint-picker/custom-elements.json')) as {
  modules: { declarations: Described[] }[];
};
const described = manifest.modules[0]!.declarations[0]!;
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const namesOf = (list: { name: string }[]) => sorted(list.map(({ name }) => name));

describe('the package', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'droppoint-package-'));
    buildPackage(join(folder, 'package'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is without fault in publint’s eyes', async () => {
    const { messages } = await publint({ pkgDir: join(folder, 'package'), strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that every way of finding them agrees on', async () => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder, join(folder, 'package')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { filename: string; files: { path: string }[] }[];
    expect(packed!.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['register.js', 'element.d.ts', 'custom-elements.json', 'LICENSE']),
    );
    const analysis = await checkPackage(
      createPackageFromTarballData(readFileSync(join(folder, packed!.filename))),
    );
    expect(analysis.types).toMatchObject({ kind: 'included' });
    const problems = (analysis as { problems: { kind: string; resolutionKind?: string }[] }).problems;
    // It is for bundlers and for `import`; Node 10 and `require` from TypeScript are not served.
    const served = problems.filter(
      ({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs',
    );
    expect(served).toEqual([]);
  });

  it('can be imported on a server, where it registers nothing', () => {
    for (const name of ['register', 'element', 'types-only']) {
      const script = `const it = await import(${JSON.stringify(join(folder, 'package', `${name}.js`))}); console.log(Object.keys(it).join())`;
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      });
      expect(said.trim()).toBe(name === 'types-only' ? '' : 'DroppointPicker');
    }
  });
});

describe('what is written about the element', () => {
  const types = read('packages/droppoint-picker/element.d.ts');
  const guide = read('docs/embedding.md');

  it('names its attributes, all of them and no other', () => {
    expect(namesOf(described.attributes)).toEqual(sorted([...ATTRIBUTES, 'value']));
    const block = /interface DroppointPickerAttributes \{([^}]*)\}/.exec(types)?.[1] ?? '';
    expect(sorted([...block.matchAll(/^ {2}'?([a-z-]+)'?\?:/gm)].map((match) => match[1]!))).toEqual(
      namesOf(described.attributes),
    );
    const table = /## Attributes\n([^]*?)\n## /.exec(guide)?.[1] ?? '';
    expect(sorted([...table.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1]!))).toEqual(
      namesOf(described.attributes),
    );
  });

  it('offers in the configurator nothing that isn’t an attribute', () => {
    const offered = OPTION_GROUPS.flatMap(({ options }) => options.map(({ attribute }) => attribute));
    expect(offered.filter((name) => ![...ATTRIBUTES, 'value'].includes(name))).toEqual([]);
  });

  it('names its events alike', () => {
    const own = namesOf(described.events).filter((name) => name.startsWith('droppoint-'));
    const typed = [...types.matchAll(/^ {2}'(droppoint-[a-z-]+)': CustomEvent/gm)].map((match) => match[1]!);
    expect(sorted(typed)).toEqual(own);
    expect(own.filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
  });

  it('names its parts and custom properties alike', () => {
    for (const { name } of [...described.cssParts, ...described.cssProperties]) {
      expect(guide).toContain(`\`${name}\``);
    }
  });

  it('promises in types what the element is', () => {
    expectTypeOf<Own<Built>>().toEqualTypeOf<Own<Published>>();
    expectTypeOf<Pick<Built, Own<Published>>>().toExtend<Pick<Published, Own<Published>>>();
    // The element itself tells the frame its mode.
    expectTypeOf<keyof PublishedConfig>().toEqualTypeOf<Exclude<keyof PickerConfig, 'mode'>>();
    expectTypeOf<PublishedConfig>().toExtend<PickerConfig>();
  });
});

/** What it has beyond any element, without the calls that the browser makes. */
type Own<Element> = Exclude<keyof Element, keyof HTMLElement | `${string}Callback`>;
