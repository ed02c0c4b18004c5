import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { pinWidget } from './pin-widget.mjs';
import { say } from './system.mjs';

const FOLDER = 'build/v1';

/**
 * Builds the script that shops load, build/v1/droppoint.js: one file without imports, with compressed neighbours, and the same once
 * more under a name of its own. Runs at the end of
 * every build of the pages (svelte.config.js).
 */
export async function buildWidget() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [{ name: 'squeeze-styles', transform: squeezeStyles }],
    define: { __WIDGET_VERSION__: JSON.stringify(version), __IS_PACKAGE__: 'false' },
    build: {
      outDir: FOLDER,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: 'src/widget/droppoint.ts',
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false, minify: true, entryFileNames: 'droppoint.js' },
      },
    },
  });
  const script = readFileSync(`${FOLDER}/droppoint.js`);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${FOLDER}/droppoint.js.br`, brotliCompressSync(script, quality));
  writeFileSync(`${FOLDER}/droppoint.js.gz`, gzipSync(script, { level: 9 }));
  const { file, integrity } = pinWidget(FOLDER, version);
  say(`the widget for shops: /v1/droppoint.js, and for good /v1/${file} with integrity="${integrity}"`);
}

/** The element's style sheet is a text in its script, which no minifier looks into. */
function squeezeStyles(code, file) {
  return file.endsWith('/shadow.ts')
    ? code.replace(/`[^`]*`/, (styles) => styles.replace(/\s*([\s{};:,])\s*/g, '$1').replaceAll(';}', '}'))
    : null;
}
