import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of static assets, by plan and each (developers.cloudflare.com/workers/platform/limits). */
const FREE_FILES = 20_000;
const PAID_FILES = 100_000;
const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** From this share on, the next version may be one too many. */
const NEAR = 0.8;
/** static/.assetsignore leaves these out. */
const PACKED = /\.(br|gz)$/;

export class EdgeLimitError extends Error {}

/**
 * Puts a published network into a built site, in place of the one that was there, without what Workers make by themselves.
 * @param {string} build
 * @param {string} published may not be there: then pages read the platform's list
 * @returns {string[]} what it says
 * @throws EdgeLimitError where Cloudflare would refuse the files
 */
export function prepareEdge(build, published) {
  if (!existsSync(join(build, 'index.html')))
    throw new EdgeLimitError(`There is no ${build}/ yet: npx vite build.`);
  const target = join(build, 'snapshot');
  // Copied over what is there, a folder would lie in itself, and the manifest before would be served for ever.
  rmSync(target, { recursive: true, force: true });
  const lines = [];
  if (existsSync(join(published, 'manifest.json'))) {
    const { version, earlier = [] } = JSON.parse(readFileSync(join(published, 'manifest.json'), 'utf8'));
    mkdirSync(target);
    // The one before, for pages that are open.
    for (const name of [version, ...earlier.slice(0, 1)])
      if (existsSync(join(published, name)))
        cpSync(join(published, name), join(target, name), {
          recursive: true,
          filter: (path) => !PACKED.test(path),
        });
    cpSync(join(published, 'manifest.json'), join(target, 'manifest.json'));
    lines.push(`the network ${version} is in ${target}`);
  } else {
    lines.push(`nothing is published in ${published}: pages will read the platform's list`);
  }
  return [...lines, ...checkFiles(build)];
}

function checkFiles(build) {
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !PACKED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const large = files.filter((file) => statSync(file).size > MAX_FILE_BYTES);
  if (large.length > 0)
    throw new EdgeLimitError(`Cloudflare takes files of 25 MiB at most: ${large.join(', ')} is larger.`);
  const count = files.length.toLocaleString('en');
  if (files.length > PAID_FILES)
    throw new EdgeLimitError(
      `${count} files: Cloudflare takes ${PAID_FILES.toLocaleString('en')} at most. Publish the network to a bucket instead.`,
    );
  const limit = files.length > FREE_FILES ? PAID_FILES : FREE_FILES;
  const plan = limit === FREE_FILES ? 'the free plan' : 'a paid plan';
  const near = files.length > limit * NEAR ? '; a network that grows will need more' : '';
  return [`${count} files, of ${limit.toLocaleString('en')} that ${plan} takes${near}`];
}
