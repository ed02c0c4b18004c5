import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Visitor } from 'rolldown/utils';
import manifest from '../package.json' with { type: 'json' };
import { bundleScripts, compress } from './bundle-scripts.mjs';
import { publishPackages } from './pack-packages.mjs';
import { log } from './system.mjs';

const FOLDER = 'build/v1';
/** All versions built so far. Each build publishes them again, for shops that have pinned one. */
const PUBLISHED = 'published/widget';
/** Properties whose names end with `_` are shared by an element's files, and by nobody else: they become short. */
const MINIFY = { compress: true, mangle: true, codegen: true, mangleProps: { include: /^[a-z]\w*_$/i } };
const ENDINGS = ['', '.br', '.gz'];

/** The scripts by name: one for checkouts, one for pages of orders. */
export const SCRIPTS = {
  droppoint: 'packages/elements/picker/droppoint.ts',
  'droppoint-parcel': 'packages/elements/parcel/parcel.ts',
};

/**
 * Builds the scripts that shops load, build/v1/droppoint.js and droppoint-parcel.js: each is one file without imports, with compressed
 * copies beside it, and a copy under a name with its hash. Runs at the end of every build of the pages (svelte.config.js).
 */
export async function buildWidget() {
  const { version } = manifest;
  for (const [name, input] of Object.entries(SCRIPTS)) {
    await bundleScripts(FOLDER, {
      emptyOutDir: name === 'droppoint',
      plugins: [{ name: 'squeeze', transform: squeezeStyles, generateBundle: quoteTexts }],
      define: { __WIDGET_VERSION__: JSON.stringify(version), __IS_PACKAGE__: 'false' },
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          format: 'es',
          codeSplitting: false,
          minify: MINIFY,
          // So that the minifier inserts constants where they are used.
          topLevelVar: false,
          entryFileNames: `${name}.js`,
        },
      },
    });
    compress(`${FOLDER}/${name}.js`);
  }
  const [picker, parcel] = Object.keys(SCRIPTS).map((name) => pinScript(name, version));
  for (const earlier of readdirSync(PUBLISHED))
    if (!existsSync(`${FOLDER}/${earlier}`)) copyFileSync(`${PUBLISHED}/${earlier}`, `${FOLDER}/${earlier}`);
  publishPackages();
  writeFileSync(`${FOLDER}/integrity.json`, `${JSON.stringify({ version, ...picker, parcel })}\n`);
  for (const { file, integrity } of [picker, parcel])
    log(`script for shops: /v1/${file} with integrity="${integrity}"`);
}

/** Minifies the element's style sheet. It is a template literal in a script, which minifiers don't change. */
function squeezeStyles(code, file) {
  return /\/styles\.ts$/.test(file)
    ? code.replace(/`[^`]*`/, (styles) => styles.replace(/\s*([\s{};:,+~<])\s*/g, '$1').replaceAll(';}', '}'))
    : null;
}

/** Writes the minifier's template literals as strings, with quotes that are in brotli's dictionary, which saves 40 bytes. */
function quoteTexts(_, bundle) {
  for (const chunk of Object.values(bundle)) {
    const literals = [];
    new Visitor({
      TemplateLiteral: (node) => void (node.expressions.length === 0 && literals.push(node)),
      TaggedTemplateExpression: () =>
        this.error('Tagged templates are not supported here: a tag could tell the difference.'),
    }).visit(this.parse(chunk.code));
    for (const { start, end, quasis } of literals.reverse())
      chunk.code =
        chunk.code.slice(0, start) + JSON.stringify(quasis[0].value.cooked) + chunk.code.slice(end);
  }
}

/**
 * Copies a script to a name with its version and hash.
 * @returns that name, and the hash for Subresource Integrity, for integrity.json
 */
function pinScript(name, version) {
  const path = `${FOLDER}/${name}.js`;
  const script = readFileSync(path);
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const file = `${name}-${version}-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  mkdirSync(PUBLISHED, { recursive: true });
  for (const ending of ENDINGS) copyFileSync(path + ending, `${PUBLISHED}/${file}${ending}`);
  return { file, integrity };
}
