import { compile } from 'svelte/compiler';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { compileTemplate, parse } from 'vue/compiler-sfc';
import { FIRST_SETTINGS, listAttributes, type Settings } from '../../../src/lib/configure/options.ts';
import { readPinnedScript, writeSnippet, type SnippetKind } from '../../../src/lib/configure/snippets.ts';

const ORIGIN = 'https://points.example';
const write = (kind: SnippetKind, settings: Settings = FIRST_SETTINGS, pinned = null) =>
  writeSnippet(kind, { settings, origin: ORIGIN, pinned });

/** A value with every character that is special in some syntax. */
const HOSTILE = `a"b&c{d}e'f<g>\`\${h}`;

describe('the attributes to copy', () => {
  it('are those that say something: no default, no empty text', () => {
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

  it('are none that the page knows nothing of', () => {
    expect(listAttributes({ onclick: 'alert(1)', __proto__: 'x' })).toEqual([]);
  });
});

describe('a snippet', () => {
  it('in HTML has the script and the element in a form', () => {
    expect(write('HTML'))
      .toBe(`<script type="module" async src="${ORIGIN}/v1/droppoint.js" crossorigin></script>

<form method="post" action="/orders">
  <droppoint-picker name="pickup_point" required></droppoint-picker>
  <button>Place the order</button>
</form>`);
  });

  it('stays on a version, checked by its hash, where that is asked for', () => {
    const pinned = { file: 'droppoint-1.2.3-0a1b2c3d.js', integrity: 'sha384-abc' };
    expect(writeSnippet('HTML', { settings: {}, origin: ORIGIN, pinned })).toContain(
      `src="${ORIGIN}/v1/droppoint-1.2.3-0a1b2c3d.js" integrity="sha384-abc" crossorigin`,
    );
  });

  it.each([FIRST_SETTINGS, { name: HOSTILE, city: HOSTILE, required: '' }])(
    'compiles in each framework, whatever was filled in',
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

  it('of the policy names one host for the script and the same for the frame', () => {
    expect(write('CSP')).toBe(
      `Content-Security-Policy: script-src 'self' ${ORIGIN}; frame-src ${ORIGIN}; connect-src 'self' ${ORIGIN}`,
    );
  });
});

describe('the version to stay on', () => {
  const answer =
    (body: string, status = 200) =>
    () =>
      Promise.resolve(new Response(body, { status }));

  it('is what the build has left', async () => {
    const left = { version: '1.2.3', file: 'droppoint-1.2.3-0a1b2c3d.js', integrity: 'sha384-abc' };
    expect(await readPinnedScript(answer(JSON.stringify(left)))).toMatchObject(left);
  });

  it.each([answer('<html>', 404), answer('{}'), () => Promise.reject(new TypeError('offline'))])(
    'is not offered where it isn’t known',
    async (fetch) => {
      expect(await readPinnedScript(fetch)).toBeNull();
    },
  );
});
