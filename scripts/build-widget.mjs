import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** The scripts by name: one for checkouts, one for pages of orders. */
export const SCRIPTS = {
  droppoint: 'packages/elements/picker/droppoint.ts',
  'droppoint-parcel': 'packages/elements/parcel/parcel.ts',
};

/**
 * Builds the scripts that shops load, build/v1/droppoint.js and droppoint-parcel.js: each is one file without imports, with compressed
 * copies beside it, and a copy under a name with its hash, which has a source map. Runs at the end of every build of the pages
 * (svelte.config.js).
 */
export async function buildWidget() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(PUBLISHED, { recursive: true });
  const pinned = [];
  for (const [name, input] of Object.entries(SCRIPTS)) pinned.push(publishScript(name, await bundle(input)));
  for (const earlier of readdirSync(PUBLISHED))
    if (!existsSync(`${FOLDER}/${earlier}`)) copyFileSync(`${PUBLISHED}/${earlier}`, `${FOLDER}/${earlier}`);
  publishPackages();
  const [picker, parcel] = pinned;
  const { version } = manifest;
  writeFileSync(`${FOLDER}/integrity.json`, `${JSON.stringify({ version, ...picker, parcel })}\n`);
  for (const { file, integrity } of pinned)
    log(`script for shops: /v1/${file} with integrity="${integrity}"`);
}

/**
 * Bundles and minifies a script.
 * @param {string} input its first module
 * @returns its code and its source map
 */
export async function bundle(input) {
  const { output } = await bundleScripts(FOLDER, {
    write: false,
    sourcemap: 'hidden',
    plugins: [{ name: 'squeeze', transform: squeezeStyles, generateBundle: quoteTexts }],
    define: { __WIDGET_VERSION__: JSON.stringify(manifest.version), __IS_PACKAGE__: 'false' },
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
      },
    },
  });
  const [{ code, map }] = output;
  return { code, map };
}

/** Minifies the element's style sheet. It is a template literal in a script, which minifiers don't change. */
function squeezeStyles(code, file) {
  if (!/\/styles\.ts$/.test(file)) return null;
  const squeeze = (styles) => styles.replace(/\s*([\s{};:,+~<>/])\s*/g, '$1').replaceAll(';}', '}');
  // Without a source map: nothing but the style sheet moves.
  return { code: code.replace(/`[^`]*`/, squeeze), map: null };
}

/**
 * Writes the minifier's template literals as strings, with quotes that are in brotli's dictionary, which saves 40 bytes. Those that
 * would become longer stay, so that the source map still fits.
 */
function quoteTexts(_, bundle) {
  for (const chunk of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
    new Visitor({
      TemplateLiteral: ({ start, end, quasis }) => {
        const text = chunk.code.slice(start, end);
        const quoted = JSON.stringify(quasis[0].value.cooked);
        if (quasis.length === 1 && quoted.length === text.length)
          chunk.code = chunk.code.slice(0, start) + quoted + chunk.code.slice(end);
      },
      TaggedTemplateExpression: () =>
        this.error('Tagged templates are not supported here: a tag could tell the difference.'),
    }).visit(this.parse(chunk.code));
  }
}

/** The first line of each script, as LICENSE begins. */
function writeLicence() {
  const [licence, , copyright] = readFileSync('LICENSE', 'utf8').split('\n');
  return `/*! ${licence}, ${copyright} */`;
}

/**
 * Writes a script under two names: its own, and one with its version and hash. The latter has a source map, and the last line of both
 * names it for browsers' developer tools.
 * @returns the name with the hash, and the hash for Subresource Integrity, for integrity.json
 */
function publishScript(name, { code, map }) {
  const script = `${writeLicence()}\n${code.trimEnd()}\n`;
  const file = `${name}-${manifest.version}-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  const published = `${script}//# sourceMappingURL=${file}.map\n`;
  const write = (path, content) => {
    writeFileSync(path, content);
    compress(path);
  };
  mkdirSync(FOLDER, { recursive: true });
  write(`${FOLDER}/${name}.js`, published);
  write(`${PUBLISHED}/${file}`, published);
  write(`${PUBLISHED}/${file}.map`, writeMap(map, file));
  return { file, integrity: `sha384-${createHash('sha384').update(published).digest('base64')}` };
}

/** Names the sources by their paths in this project, and makes room for the line of the licence. */
function writeMap({ version, sources, sourcesContent, names, mappings }, file) {
  const paths = sources.map((source) => source.replace(/^(\.\.\/)+/, '/'));
  return JSON.stringify({ version, file, sources: paths, sourcesContent, names, mappings: `;${mappings}` });
}
