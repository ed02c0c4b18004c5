import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImports, resolveImport } from '../../scripts/read-imports.mjs';

/** Rooms of the library, by their names. */
const lib = (names: string) => names.split(' ').map((name) => `src/lib/${name}`);

/**
 * Allowed imports between rooms: README's map of rooms in a form that can fail. A room may always import itself. `type …`: its types
 * alone.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  // Asynchronous helpers: sharing a call, limiting concurrency, waiting. It imports nothing.
  'packages/async': [],
  // Packages that others install: the platform's client, which contains `async` and nothing else of ours, and the elements.
  'packages/platform': ['packages/async'],
  // For a shop's server: of ours it uses types alone.
  'packages/shop': ['packages/async', 'packages/platform', 'type packages/contract'],
  // Orders to a point, the same in every shop engine.
  'packages/shop-engine': ['packages/async', 'packages/platform', 'packages/shop', 'type packages/contract'],
  // It is installed beside the client, as its users do.
  'packages/medusa': [],
  'packages/vendure': [],
  // The sandbox for the tests of others.
  'packages/sandbox': ['sandbox'],
  'packages/elements': ['type packages/platform', 'packages/contract', 'packages/languages'],
  // Which languages there are, and the texts that servers and elements share with the pages. It imports nothing.
  'packages/languages': [],
  // How an address is written: streets, house numbers, flats. It imports nothing.
  'packages/search/address': [],
  'packages/contract': ['packages/platform', 'packages/search/address'],
  // Rules that points must satisfy, for the list and for shops' questions.
  'packages/filter': ['packages/network', 'packages/contract'],
  'packages/config': ['packages/platform', 'packages/contract'],
  // The published network: its files, for writers and readers, and the points in the browser. No DOM, no Leaflet.
  'packages/network': ['packages/async', 'packages/platform', 'packages/search/tables', 'packages/contract'],
  // The tables of names of a published network, which it opens with the first search.
  'packages/search/tables': [
    'packages/async',
    'packages/platform',
    'packages/search',
    'packages/network',
    'packages/contract',
  ],
  // One address search for page, function and publisher: the questions, the network's answers and those of the published streets.
  'packages/search': [
    'packages/async',
    'packages/platform',
    'packages/search/address',
    'packages/search/tables',
    'packages/network',
    'packages/contract',
  ],
  'src/lib/i18n': ['packages/platform', 'packages/network/hours', 'packages/contract', 'packages/languages'],
  'src/lib/ui': ['packages/contract', ...lib('i18n')],
  'src/lib/filter': [
    'packages/filter',
    'type packages/network',
    'packages/network/snapshot-format',
    'packages/network/hours',
    'packages/contract',
    ...lib('i18n ui'),
  ],
  'src/lib/list': [
    'packages/async',
    'packages/platform',
    'packages/network',
    'packages/contract',
    'packages/filter',
    ...lib('filter i18n ui'),
  ],
  'src/lib/card': ['type packages/platform', 'packages/network', 'packages/contract', ...lib('i18n ui')],
  'src/lib/login': ['packages/async', 'packages/platform', 'packages/contract'],
  'src/lib/map': ['packages/async', 'packages/network', 'packages/contract'],
  'src/lib/find': [
    'packages/async',
    'packages/platform',
    'packages/search',
    'packages/network',
    'packages/contract',
    ...lib('i18n ui'),
  ],
  'src/lib/picker': [
    'packages/async',
    'packages/platform',
    'packages/search',
    'packages/network',
    'packages/contract',
    'packages/config',
    'packages/filter',
    ...lib('find filter list card map i18n ui'),
  ],
  // The frame around the picker imports only types of the picker's events.
  'src/lib/embed': [
    'packages/platform',
    'type packages/network',
    'type src/lib/picker',
    'packages/contract',
    'packages/filter',
    ...lib('filter i18n ui'),
  ],
  // A page of its own around the picker; it checks a preset point as the frame does.
  'src/lib/choose': ['packages/platform', 'packages/contract', ...lib('embed find picker i18n ui')],
  // The configurator writes markup: of the product it imports only the table of the widget's API.
  'src/lib/configure': ['packages/network', 'packages/contract', ...lib('i18n')],
  'src/lib/broker': ['packages/platform', 'packages/contract', ...lib('login i18n ui')],
  'src/lib/desk': [
    'packages/async',
    'packages/platform',
    'packages/search',
    'packages/network/snapshot-format',
    'packages/network/hours',
    'packages/config',
    'packages/contract',
    'packages/languages',
    ...lib('broker find list login map parcel picker i18n ui card'),
  ],
  // Hours and map of a point are the picker's, and so is the device's position.
  'src/lib/parcel': [
    'packages/platform',
    'packages/network',
    'packages/contract',
    'packages/languages',
    ...lib('card find map i18n ui'),
  ],
  'src/lib/overview': ['packages/platform', 'packages/network', ...lib('i18n ui')],
  'src/lib/offline': [],
  // Runs before the app's code, of which it would be a second copy.
  'src/first-view': ['packages/network/snapshot-format'],
  'src/routes': ['packages/platform', 'packages/contract', 'packages/config', 'src/lib/'],
  // Hooks and the types of the whole.
  src: ['packages/contract', 'src/lib/'],
  // Shops' requests for the nearest points use the shoppers' search and filter.
  functions: [
    'packages/async',
    'packages/platform',
    'packages/network',
    'packages/contract',
    'packages/config',
    'packages/filter',
    'packages/languages',
    'packages/search',
  ],
  // Its points in Andorra are placed on the streets of the archive beside it, the others in GeoNames' towns.
  // It answers the client's operations.
  sandbox: [
    'packages/platform',
    'type packages/contract',
    'packages/network/snapshot-format',
    'packages/network/vector-tile',
    'packages/config',
    'packages/network/archive',
    'scripts/basemap/geonames',
  ],
  // Writers and readers of a file share one description of it.
  'scripts/basemap': [
    'packages/network/snapshot-format',
    'packages/network/vector-tile',
    ...lib('map'),
    'scripts/basemap/geonames',
  ],
  'scripts/basemap/geonames': [],
  publisher: [
    'packages/async',
    'packages/platform',
    'packages/search',
    'packages/network',
    'packages/contract',
    'packages/config',
    'packages/languages',
    'scripts/basemap/geonames',
  ],
  'publisher/streets': [
    'packages/async',
    'packages/platform',
    'publisher',
    'scripts/basemap/geonames',
    'packages/search',
    'packages/network',
    'packages/contract',
    'packages/config',
    'packages/languages',
  ],
  // A single program of everything that operators run.
  deploy: [
    'packages/platform',
    'packages/search',
    'packages/contract',
    'packages/config',
    'packages/network',
    'functions',
    'publisher',
    'publisher/streets',
  ],
};

/** Files that other folders may import are rooms by themselves. */
const SINGLE_FILES: Readonly<Record<string, string>> = {
  'scripts/basemap/geonames.ts': 'scripts/basemap/geonames',
};

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = Object.keys(ARROWS).sort((a, b) => b.length - a.length);

const roomOf = (file: string) =>
  SINGLE_FILES[file] ?? ROOMS.find((room) => file.startsWith(`${room}/`)) ?? `no room: ${file}`;

function findWrongArrows(file: string, source: string): string[] {
  const room = roomOf(file);
  return readImports(source).flatMap(({ specifier, isType }) => {
    const path = resolveImport(file, specifier);
    if (path === null) {
      const leaflet = /^leaflet(\/|$)/.test(specifier) && room !== 'src/lib/map';
      const framework =
        /^(svelte|@sveltejs|\$app)/.test(specifier) &&
        /(async|contract|platform|network|snapshot-format)$/.test(room);
      return leaflet || framework ? [`${file} → ${specifier}`] : [];
    }
    const target = roomOf(path);
    const leadsTo = (open: string) => target === open || path.startsWith(open.replace(/\/?$/, '/'));
    const allowed =
      target === room ||
      ARROWS[room]?.some((arrow) =>
        arrow.startsWith('type ') ? isType && leadsTo(arrow.slice('type '.length)) : leadsTo(arrow),
      );
    return allowed ? [] : [`${file} → ${path}`];
  });
}

const listSources = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.(ts|svelte)$/.test(name) &&
        !/(^|\/)(node_modules|(?:medusa|vendure)\/tests|medusa\/example)\//.test(name),
    )
    .map((name) => join(folder, name));

const SOURCES = ['src', 'functions', 'packages', 'sandbox', 'scripts/basemap', 'publisher', 'deploy'].flatMap(
  listSources,
);
/** Types of packages for those who install them, and the template of one. */
const isDeclared = (file: string) => /^packages\/.*\.d\.ts$/.test(file);

describe('the arrows of the house', () => {
  it('point the allowed way only', () => {
    expect(SOURCES.length).toBeGreaterThan(450);
    const wrong = SOURCES.filter((file) => !isDeclared(file)).flatMap((file) =>
      findWrongArrows(file, readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('never lead from servers, packages and programs into the pages', () => {
    const rooms = Object.entries(ARROWS).filter(
      ([room]) => !room.startsWith('src') && room !== 'scripts/basemap',
    );
    const leading = rooms.flatMap(([room, open]) =>
      open.filter((arrow) => /^(type )?src\b/.test(arrow)).map((arrow) => `${room} → ${arrow}`),
    );
    expect(leading).toEqual([]);
  });

  it('are drawn for every folder of the library', () => {
    const folders = readdirSync(join(ROOT, 'src/lib'));
    expect(folders.filter((name) => !(`src/lib/${name}` in ARROWS))).toEqual([]);
  });

  it.each([
    ['packages/contract/x.ts', `import { a } from '../network/request.ts';`],
    ['packages/platform/x.ts', `import type { a } from '#contract/point-details.ts';`],
    ['src/lib/picker/x.svelte', `import L from 'leaflet';`],
    ['packages/network/x.ts', `const map = await import('../../src/lib/map/locator-map.ts');`],
    ['src/routes/+page.svelte', `import { b } from '../../functions/app.ts';`],
    ['functions/x.ts', `export { c } from '../sandbox/start.ts';`],
    ['functions/x.ts', `import { formatList } from '../src/lib/i18n/format.ts';`],
    ['publisher/x.ts', `import type { a } from '../src/lib/i18n/messages.ts';`],
    ['packages/elements/x.ts', `import { WORDS } from '../../src/lib/i18n/compiled/messages/en.js';`],
    ['src/lib/embed/x.ts', `import { d } from '../picker/picker.svelte.ts';`],
    ['packages/platform/x.ts', `import { goto } from '$app/navigation';`],
    ['src/lib/attic/x.ts', `import { AppError } from '#platform/errors.ts';`],
  ])('would be seen to point the wrong way in %s', (file, source) => {
    expect(findWrongArrows(file, source)).toHaveLength(1);
  });
});
