/**
 * Part of `npm run test:all`: runs the tests of what others run on a Node of their own, the function and the packages, on each
 * version of Node that is supported. Node's programs are npm packages, which are fetched here and aren't part of the project's own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { giveUp, say } from './system.mjs';

/** The latest of each version that is supported when this was written. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0', '26.12.1'];
const FOLDER = '.cache/node';
/** Where versions of Node differ: servers, connections, files, processes, modules. Vitest runs the files with these in their path. */
const TESTS = [
  'tests/package/client',
  'tests/package/package',
  'tests/package/sandbox',
  'tests/package/sending-guide',
  'tests/functions/node.test',
  'tests/functions/restart',
  'tests/functions/stored-network',
  'against-sandbox',
];

const own = process.versions.node.split('.')[0];
const failed = [];
// On the version that this runs on, all tests have run.
for (const version of VERSIONS.filter((each) => each.split('.')[0] !== own)) {
  say(`on Node ${version} …`);
  const tests = ['node_modules/.bin/vitest', 'run', '--reporter=dot', ...TESTS];
  const { status } = spawnSync(findNode(version), tests, { stdio: 'inherit' });
  if (status !== 0) failed.push(version);
}
if (failed.length > 0) giveUp(`failed on Node ${failed.join(', ')}, see above.`);

/** @returns {string} the path of Node's program in this version, fetched if it is missing */
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
    giveUp(`${program} ${words[0]} failed, see above. Check that the package registry can be reached.`);
}
