import { expect, it } from 'vitest';
import { listOfflineFiles } from '../../../scripts/build-offline.mjs';

const at = (name: string) => `_app/immutable/${name}`;
const PL = 'src/lib/i18n/compiled/messages/pl.js';
const LATER_PL = 'src/lib/i18n/compiled/later/messages/pl.js';

// Proves: security/offline-locator-only.
it('the release lists the files that the locator may need, without other pages and languages', () => {
  const page = `<link href="/${at('nodes/0.a.js')}"><script>import("./${at('entry/app.b.js')}")</script>`;
  const manifest = {
    app: { file: at('entry/app.b.js'), isEntry: true, imports: ['base'], dynamicImports: ['node0', 'node1'] },
    node0: {
      file: at('nodes/0.a.js'),
      isEntry: true,
      css: [at('assets/0.css')],
      dynamicImports: ['list', PL, LATER_PL],
    },
    node1: { file: at('nodes/1.c.js'), isEntry: true, imports: ['account'] },
    base: { file: at('chunks/base.js') },
    list: { file: at('chunks/list.js'), imports: ['base'], dynamicImports: ['list'] },
    account: { file: at('chunks/account.js') },
    [PL]: { file: at('chunks/pl.js') },
    [LATER_PL]: { file: at('chunks/later-pl.js') },
  };
  const { files, languages } = listOfflineFiles(page, manifest);
  expect(files.sort()).toEqual(
    ['assets/0.css', 'chunks/base.js', 'chunks/list.js', 'entry/app.b.js', 'nodes/0.a.js'].map(
      (name) => `/${at(name)}`,
    ),
  );
  expect(languages).toEqual({ pl: [`/${at('chunks/pl.js')}`, `/${at('chunks/later-pl.js')}`] });
});
