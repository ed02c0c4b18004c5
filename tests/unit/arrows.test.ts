import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Rooms of the library, by their names. */
const lib = (names: string) => names.split(' ').map((name) => `src/lib/${name}`);

/** Allowed imports between rooms: README's map of rooms in a form that can fail. A room may always import itself. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/lib/contract': [],
  'src/lib/config': ['src/lib/contract'],
  'src/lib/platform': ['src/lib/contract'],
  // The published network's file format: for the publisher and all readers.
  'src/lib/snapshot-format': ['src/lib/contract'],
  'src/lib/network': lib('contract snapshot-format'),
  'src/lib/hours': ['src/lib/contract'],
  'src/lib/i18n': lib('contract hours i18n/distance-in'),
  // Without a current language: also for the function.
  'src/lib/i18n/distance-in': lib('i18n'),
  'src/lib/ui': lib('contract i18n'),
  'src/lib/filter': lib('contract network snapshot-format hours i18n ui'),
  'src/lib/list': lib('contract network filter hours i18n ui'),
  'src/lib/card': lib('contract network i18n ui'),
  'src/lib/login': lib('contract platform'),
  'src/lib/map': lib('contract network snapshot-format vector-tile'),
  'src/lib/find': lib('contract config network snapshot-format i18n ui'),
  'src/lib/picker': lib(
    'find contract config platform network snapshot-format filter list card map hours i18n ui',
  ),
  // The frame around the picker imports only types of the picker's events.
  'src/lib/embed': lib('contract platform network filter i18n ui picker'),
  'src/widget': lib('contract i18n/compiled'),
  // The configurator writes markup: of the product it imports only the table of the widget's API.
  'src/lib/configure': lib('contract i18n network snapshot-format'),
  'src/lib/broker': lib('contract platform login i18n ui'),
  'src/lib/overview': lib('contract network snapshot-format i18n ui'),
  src: ['src/lib/'],
  // Shops' requests for the nearest points use the shoppers' search and filter.
  functions: [
    ...lib(
      'contract config platform network snapshot-format find filter hours i18n/distance-in i18n/compiled',
    ),
    'platform-client',
    'streets/archive',
  ],
  // Requests to the platform with the client's secret, for the function and the publisher.
  'platform-client': lib('contract config platform'),
  // Its points in Andorra are placed on the streets of the archive beside it, the others in GeoNames' towns.
  sandbox: [
    ...lib('contract config platform snapshot-format vector-tile'),
    'streets/archive',
    'scripts/basemap/geonames',
  ],
  // Writers and readers of a file share one description of it.
  'scripts/basemap': [...lib('map snapshot-format vector-tile'), 'scripts/basemap/geonames'],
  publisher: [...lib('contract config platform network snapshot-format i18n/languages'), 'platform-client'],
  // Encodes and decodes vector tiles.
  'src/lib/vector-tile': [],
  // The file format of streets: written here, served by the function.
  'streets/archive': ['platform-client'],
  streets: [
    ...lib('contract vector-tile platform i18n/languages'),
    'platform-client',
    'streets/archive',
    'publisher',
  ],
  // A single program of everything that operators run.
  release: [...lib('contract config platform'), 'platform-client', 'functions', 'publisher', 'streets'],
};

/** Files that other folders may import are rooms by themselves. */
const SINGLE_FILES: Readonly<Record<string, string>> = {
  'src/lib/i18n/languages.json': 'src/lib/i18n/languages',
  'src/lib/i18n/distance-in.ts': 'src/lib/i18n/distance-in',
  'scripts/basemap/geonames.ts': 'scripts/basemap/geonames',
};

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = Object.keys(ARROWS).sort((a, b) => b.length - a.length);

const roomOf = (file: string) =>
  SINGLE_FILES[file] ?? ROOMS.find((room) => file.startsWith(`${room}/`)) ?? file.split('/')[0] ?? '';

/**
 * Specifiers of static, dynamic and type imports. Read from the text, as dependency-cruiser 17 compiles components first, which drops
 * their type imports (4 of 13 in Picker.svelte). Cycles are found by oxlint's `import/no-cycle`, which reads components' scripts.
 */
function readImports(source: string): string[] {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

function findWrongArrows(file: string, source: string): string[] {
  const room = roomOf(file);
  return readImports(source).flatMap((specifier) => {
    const path = specifier.startsWith('$lib/')
      ? specifier.replace('$lib/', 'src/lib/')
      : specifier.startsWith('.')
        ? relative(ROOT, resolve(ROOT, dirname(file), specifier))
        : null;
    if (path === null) {
      const leaflet = /^leaflet(\/|$)/.test(specifier) && room !== 'src/lib/map';
      const framework =
        /^(svelte|@sveltejs|\$app)/.test(specifier) &&
        /(contract|platform|network|snapshot-format)$/.test(room);
      return leaflet || framework ? [`${file} → ${specifier}`] : [];
    }
    const target = roomOf(path);
    const allowed =
      target === room ||
      ARROWS[room]?.some((open) => target === open || path.startsWith(open.replace(/\/?$/, '/')));
    return allowed ? [] : [`${file} → ${path}`];
  });
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => join(folder, name));
}

describe('the arrows of the house', () => {
  it('point the allowed way only', () => {
    const files = [
      'src',
      'functions',
      'platform-client',
      'sandbox',
      'scripts/basemap',
      'publisher',
      'streets',
      'release',
    ].flatMap(listSources);
    expect(files.length).toBeGreaterThan(60);
    const wrong = files.flatMap((file) => findWrongArrows(file, readFileSync(join(ROOT, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['src/lib/contract/x.ts', `import { a } from '../platform/request.ts';`],
    ['src/lib/picker/x.svelte', `import L from 'leaflet';`],
    ['src/lib/network/x.ts', `const map = await import('../map/locator-map.ts');`],
    ['src/routes/+page.svelte', `import { b } from '../../functions/app.ts';`],
    ['functions/x.ts', `export { c } from '../sandbox/start.ts';`],
    ['src/lib/platform/x.ts', `import { goto } from '$app/navigation';`],
  ])('would be seen to point the wrong way in %s', (file, source) => {
    expect(findWrongArrows(file, source)).toHaveLength(1);
  });
});
