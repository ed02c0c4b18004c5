import { compile } from 'svelte/compiler';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { compileTemplate, parse } from 'vue/compiler-sfc';
import { compileLines } from '../../guide-snippets.ts';
import {
  FIRST_SETTINGS,
  listAttributes,
  type ConfiguratorSettings,
} from '../../../src/lib/configure/options.ts';
import { readChooseRequest } from '../../../src/lib/choose/read-request.ts';
import { readPinnedScript, writeSnippet, type SnippetKind } from '../../../src/lib/configure/snippets.ts';

const ORIGIN = 'https://points.example';
const write = (kind: SnippetKind, settings: ConfiguratorSettings = FIRST_SETTINGS, pinned = null) =>
  writeSnippet(kind, { settings, origin: ORIGIN, pinned });

/** A value with every character that is special in some syntax. */
const HOSTILE = `a"b&c{d}e'f<g>\`\${h}`;

describe('attributes in the snippet', () => {
  it('defaults and empty texts are omitted', () => {
    const settings = {
      country: ' PL,CZ ',
      city: '',
      mode: 'modal',
      view: 'list',
      required: '',
      remember: '',
    };
    expect(listAttributes(settings)).toEqual([
      ['required', ''],
      ['country', 'PL,CZ'],
      ['view', 'list'],
      ['remember', ''],
    ]);
  });

  it('unknown attributes are omitted', () => {
    expect(listAttributes({ onclick: 'alert(1)', __proto__: 'x' })).toEqual([]);
  });
});

describe('a snippet', () => {
  it('where nothing can be embedded, the page’s address has the settings, without those of an element', async () => {
    const settings = {
      name: 'p',
      required: '',
      mode: 'inline',
      country: 'PL',
      'point-type': 'APM',
      remember: '',
      city: HOSTILE,
    };
    const run = async (code: string) => {
      const sent: string[] = [];
      const response = { redirect: (address: string) => void sent.push(address) };
      await compileLines(['session', 'response'], code)({}, response);
      return new URL(sent[0]!);
    };
    const { origin, pathname, hash } = await run(write('Redirect', settings));
    expect(origin + pathname).toBe(`${ORIGIN}/choose`);
    const { request, problems } = readChooseRequest(hash);
    expect(problems).toEqual([]);
    expect(request).toMatchObject({ answer: 'redirect', returnTo: 'https://shop.example/point' });
    expect(request?.config).toEqual({
      countries: ['PL'],
      pointTypes: ['APM'],
      remember: true,
      city: HOSTILE,
    });
    const app = await transformWithOxc(write('React Native', settings), 'PointScreen.jsx', {
      jsx: { runtime: 'automatic' },
    });
    expect(app.code).toContain(`originWhitelist: ["${ORIGIN}"]`);
  });

  it('the HTML snippet has the script, and the element in a form', () => {
    expect(write('HTML'))
      .toBe(`<script type="module" async src="${ORIGIN}/v1/droppoint.js" crossorigin></script>

<form method="post" action="/orders">
  <droppoint-picker name="pickup_point" required></droppoint-picker>
  <button>Place the order</button>
</form>`);
  });

  it('a pinned snippet stays on a version, checked by its hash', () => {
    const pinned = { file: 'droppoint-1.2.3-0a1b2c3d.js', integrity: 'sha384-abc' };
    expect(writeSnippet('HTML', { settings: {}, origin: ORIGIN, pinned })).toContain(
      `src="${ORIGIN}/v1/droppoint-1.2.3-0a1b2c3d.js" integrity="sha384-abc" crossorigin`,
    );
  });

  it.each([FIRST_SETTINGS, { name: HOSTILE, city: HOSTILE, required: '' }])(
    'each framework’s snippet compiles, whatever was filled in',
    async (settings) => {
      const react = await transformWithOxc(write('React', settings), 'PickupPoint.jsx', {
        jsx: { runtime: 'automatic' },
      });
      expect(react.code).toContain(JSON.stringify(settings.name));
      const { descriptor, errors } = parse(write('Vue', settings));
      expect(errors).toEqual([]);
      const template = compileTemplate({ source: descriptor.template!.content, filename: 'x.vue', id: 'x' });
      expect(template.errors).toEqual([]);
      expect(template.code).toContain(JSON.stringify(settings.name));
      const { js } = compile(write('Svelte', settings), { filename: 'PickupPoint.svelte' });
      expect(js.code).toContain('droppoint-picker');
    },
  );

  it('the policy snippet names one host for both script and frame', () => {
    expect(write('CSP')).toBe(
      `Content-Security-Policy: script-src 'self' ${ORIGIN}; frame-src ${ORIGIN}; connect-src 'self' ${ORIGIN}`,
    );
  });
});

describe('the version to pin', () => {
  const answer =
    (body: string, status = 200) =>
    () =>
      Promise.resolve(new Response(body, { status }));

  it('the pinned version is the one that the build has written', async () => {
    const left = { version: '1.2.3', file: 'droppoint-1.2.3-0a1b2c3d.js', integrity: 'sha384-abc' };
    expect(await readPinnedScript(answer(JSON.stringify(left)))).toMatchObject(left);
  });

  it.each([answer('<html>', 404), answer('{}'), () => Promise.reject(new TypeError('offline'))])(
    'pinning isn’t offered if the version is unknown',
    async (fetch) => {
      expect(await readPinnedScript(fetch)).toBeNull();
    },
  );
});
