/**
 * Part of `npm run test:all`: runs the tests of the function and of the packages on each supported
 * version of Node, because other people run them on their own. The versions of Node are npm
 * packages, which this fetches; they aren't among the project's packages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { giveUp, log } from './system.mjs';

/** The latest release of each supported version when this was written. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0', '26.12.1'];
const FOLDER = '.cache/node';
/** Paths of tests where versions of Node differ: servers, connections, files, processes, modules. */
const TESTS = [
  'tests/package/client',
  'tests/package/package',
  'tests/package/sandbox',
  'tests/package/sending-guide',
  'tests/functions/node/node.test',
  'tests/functions/node/restart',
  'tests/functions/files/stored-network',
  'against-sandbox',
];

const own = process.versions.node.split('.')[0];
const failed = [];
// Skip the running version, on which all tests have run.
for (const version of VERSIONS.filter((number) => number.split('.')[0] !== own)) {
  log(`on Node ${version} …`);
  const tests = ['node_modules/.bin/vitest', 'run', '--reporter=dot', ...TESTS];
  const { status } = spawnSync(findNode(version), tests, { stdio: 'inherit' });
  if (status !== 0) failed.push(version);
}
if (failed.length > 0) giveUp(`failed on Node ${failed.join(', ')}, see above.`);

/** Finds this version of Node, and fetches it if it is missing. @returns {string} path of the program */
function findNode(version) {
  const folder = `${FOLDER}/${version}`;
  const node = `${folder}/bin/node`;
  if (existsSync(node)) return node;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const fetched = `${folder}.part`;
  rmSync(fetched, { recursive: true, force: true });
  mkdirSync(fetched, { recursive: true });
  run(
    'npm',
    'pack',
    '--silent',
    '--prefer-offline',
    '--pack-destination',
    fetched,
    `node-${system}-${process.arch}@${version}`,
  );
  run(
    'tar',
    '-xzf',
    `${fetched}/node-${system}-${process.arch}-${version}.tgz`,
    '-C',
    fetched,
    'package/bin',
  );
  renameSync(`${fetched}/package`, folder);
  rmSync(fetched, { recursive: true });
  return node;
}

function run(program, ...words) {
  const { status } = spawnSync(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    giveUp(`${program} ${words[0]} failed, see above. Check that you can reach the package registry.`);
}
