import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './system.mjs';

/** Limits on static assets: number of files by plan, size of a file (developers.cloudflare.com/workers/platform/limits). */
const FREE_FILES = 20_000;
const PAID_FILES = 100_000;
const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Warn above this share of the limit. */
const NEAR = 0.8;
/** Matches files that static/.assetsignore excludes. */
const PACKED = /\.(br|gz)$/;

export class EdgeLimitError extends Error {}

/**
 * Copies a published network into the built pages and replaces an earlier one. Leaves out compressed copies, which Workers make
 * themselves.
 * @param {string} build folder of the built pages
 * @param {string} published folder of the network; without one, pages read the platform's list
 * @returns {string[]} lines to print
 * @throws EdgeLimitError if there are no pages, or Cloudflare would refuse the files
 */
export function prepareEdge(build, published) {
  if (!existsSync(join(build, 'index.html')))
    throw new EdgeLimitError(`There is no ${build}/ yet: run "npx vite build".`);
  const target = join(build, 'snapshot');
  // Remove the old copy: files of earlier versions would accumulate, and its manifest stay if nothing is published any more.
  rmSync(target, { recursive: true, force: true });
  const manifest = join(published, 'manifest.json');
  if (!existsSync(manifest))
    return [`nothing is published in ${published}: pages will read the platform's list`, checkFiles(build)];
  const { version, earlier = [] } = JSON.parse(readFileSync(manifest, 'utf8'));
  mkdirSync(target);
  const filter = (/** @type {string} */ path) => !PACKED.test(path);
  // Copy the previous version too, for open pages.
  for (const name of [version, ...earlier.slice(0, 1)])
    if (existsSync(join(published, name)))
      cpSync(join(published, name), join(target, name), { recursive: true, filter });
  cpSync(manifest, join(target, 'manifest.json'));
  return [`the network ${version} is in ${target}`, checkFiles(build)];
}

function checkFiles(build) {
  const files = listFiles(build).filter((file) => !PACKED.test(file));
  const large = files.filter((file) => statSync(file).size > MAX_FILE_BYTES);
  if (large.length > 0)
    throw new EdgeLimitError(`Cloudflare allows files of at most 25 MiB: ${large.join(', ')} is larger.`);
  const count = files.length.toLocaleString('en');
  if (files.length > PAID_FILES)
    throw new EdgeLimitError(
      `${count} files: Cloudflare allows at most ${PAID_FILES.toLocaleString('en')}. Publish the network to a bucket instead.`,
    );
  const limit = files.length > FREE_FILES ? PAID_FILES : FREE_FILES;
  const plan = limit === FREE_FILES ? 'the free plan' : 'a paid plan';
  const near = files.length > limit * NEAR ? '; a growing network will need more' : '';
  return `${count} files, of ${limit.toLocaleString('en')} that ${plan} allows${near}`;
}
