import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import project from '../package.json' with { type: 'json' };
import { bundleScripts } from './bundle-scripts.mjs';

const SOURCE = 'packages/elements';

/**
 * Builds the npm package: the element's class, its registration, its stand-in for unit tests, types and descriptions. Not
 * minified, since shops' own builds do that.
 * @param folder output folder; it is emptied first
 */
export async function buildPackage(folder) {
  const { version } = project;
  await bundleScripts(folder, {
    define: { __WIDGET_VERSION__: JSON.stringify(version), __IS_PACKAGE__: 'true' },
    minify: false,
    rolldownOptions: {
      input: {
        element: 'packages/elements/picker/droppoint-picker.ts',
        register: 'packages/elements/picker/droppoint.ts',
        testing: 'packages/elements/picker/testing.ts',
      },
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  });
  cpSync(SOURCE, folder, { recursive: true });
  cpSync('LICENSE', `${folder}/LICENSE`);
  const manifest = JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8'));
  writeFileSync(`${folder}/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
