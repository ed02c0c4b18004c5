import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Visitor } from 'rolldown/utils';
import manifest from '../package.json' with { type: 'json' };
import { bundleScripts, compress } from './bundle-scripts.mjs';
import { say } from './system.mjs';

const FOLDER = 'build/v1';
const SCRIPT = `${FOLDER}/droppoint.js`;
/** All versions built so far; they are published again with each build, for shops that have pinned one. */
const KEPT = 'published/widget';
const ENDINGS = ['', '.br', '.gz'];

/**
 * Builds the script that shops load, build/v1/droppoint.js: one file without imports, with compressed copies beside it, and the
 * same under a name with its hash. Runs at the end of every build of the pages (svelte.config.js).
 */
export async function buildWidget() {
  const { version } = manifest;
  await bundleScripts(FOLDER, {
    plugins: [{ name: 'squeeze', transform: squeezeStyles, generateBundle: quoteTexts }],
    define: { __WIDGET_VERSION__: JSON.stringify(version), __IS_PACKAGE__: 'false' },
    rolldownOptions: {
      input: 'packages/elements/picker/droppoint.ts',
      preserveEntrySignatures: 'strict',
      optimization: { inlineConst: { mode: 'all' } },
      output: { format: 'es', codeSplitting: false, minify: true, entryFileNames: 'droppoint.js' },
    },
  });
  compress(SCRIPT);
  const { file, integrity } = pinWidget(version);
  say(`the widget for shops: /v1/droppoint.js, and for good /v1/${file} with integrity="${integrity}"`);
}

/** Minifies the element's style sheet, a template literal in its script, which minifiers leave as it is. */
function squeezeStyles(code, file) {
  return file.endsWith('/shadow.ts')
    ? code.replace(/`[^`]*`/, (styles) => styles.replace(/\s*([\s{};:,+~<])\s*/g, '$1').replaceAll(';}', '}'))
    : null;
}

/** Writes the minifier's template literals as strings, with the quotes that brotli's dictionary has: 40 bytes less. */
function quoteTexts(_, bundle) {
  for (const chunk of Object.values(bundle)) {
    const literals = [];
    new Visitor({
      TemplateLiteral: (node) => void (node.expressions.length === 0 && literals.push(node)),
      TaggedTemplateExpression: () => this.error('A tag could tell the difference.'),
    }).visit(this.parse(chunk.code));
    for (const { start, end, quasis } of literals.reverse())
      chunk.code =
        chunk.code.slice(0, start) + JSON.stringify(quasis[0].value.cooked) + chunk.code.slice(end);
  }
}

/**
 * Copies the script to a name with its version and hash, and writes its hash for Subresource Integrity to integrity.json.
 */
function pinWidget(version) {
  const script = readFileSync(SCRIPT);
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const file = `droppoint-${version}-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  mkdirSync(KEPT, { recursive: true });
  for (const ending of ENDINGS) copyFileSync(SCRIPT + ending, `${KEPT}/${file}${ending}`);
  for (const kept of readdirSync(KEPT))
    if (!existsSync(`${FOLDER}/${kept}`)) copyFileSync(`${KEPT}/${kept}`, `${FOLDER}/${kept}`);
  const pinned = { version, file, integrity };
  writeFileSync(`${FOLDER}/integrity.json`, `${JSON.stringify(pinned)}\n`);
  return pinned;
}
