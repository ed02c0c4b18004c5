import { describe, expect, it } from 'vitest';
import {
  dropSlash,
  FILE_KINDS,
  findFile,
  findEarlierFileName,
  isFileAddress,
  nameKind,
} from '../../../functions/files/find-file.ts';

describe('File of a path', () => {
  it.each([
    ['/', '/index.html'],
    ['/account', '/account.html'],
    ['/account/callback', '/account/callback.html'],
    ['/account/', '/account/index.html'],
    ['/favicon.svg', '/favicon.svg'],
    ['/v1/droppoint', '/v1/droppoint.html'],
    ['/a.folder/page', '/a.folder/page.html'],
    ['/.well-known/x', '/.well-known/x.html'],
  ])('%s is %s', (path, file) => {
    expect(findFile(path)).toBe(file);
  });

  it.each([
    ['/account/', '/account'],
    ['/account/callback/', '/account/callback'],
    ['/', null],
    ['/account', null],
    ['//account/', null],
    ['/account//', null],
    ['/a.file/', null],
    ['/account/?/', null],
  ])('a surplus slash is dropped: %s is %s', (path, page) => {
    expect(dropSlash(path)).toBe(page);
  });

  it.each(['/_app/x', '/basemap/x', '/snapshot/x', '/streets/x', '/v1/x', '/v12/x'])(
    '%s is in a folder without pages',
    (path) => {
      expect([isFileAddress(path), isFileAddress(`/my${path}`), isFileAddress(path.slice(0, -2))]).toEqual([
        true,
        false,
        false,
      ]);
    },
  );
});

describe('Kind of a file in logs and metrics', () => {
  it.each([
    ['/_app/immutable/a.js', 'app'],
    ['/basemap/6/1-2.mvt', 'basemap'],
    ['/snapshot/manifest.json', 'network'],
    ['/streets/manifest.json', 'streets'],
    ['/v1/droppoint.js', 'widget'],
    ['/v12/droppoint-12.0.0.js', 'widget'],
    ['/', 'page'],
    ['/account', 'page'],
    ['/v1', 'page'],
    ['/vx/droppoint.js', 'page'],
    ['/v1x/droppoint.js', 'page'],
    ['/xv1/droppoint.js', 'page'],
    ['//streets/manifest.json', 'page'],
    ['/my/streets/manifest.json', 'page'],
    ['/__proto__/x', 'page'],
    ['/constructor/x', 'page'],
  ])('the kind of %s is %s', (path, kind) => {
    expect(nameKind(path)).toBe(kind);
    // Alerts and panels name these words.
    expect(FILE_KINDS).toContain(kind);
  });
});

describe('Files of earlier releases', () => {
  it.each([
    ['/v1/droppoint-1.2.3-0123abcd.js', 'widget/droppoint-1.2.3-0123abcd.js'],
    ['/v1/droppoint-1.2.3-0123abcd.js.map', 'widget/droppoint-1.2.3-0123abcd.js.map'],
    ['/v10/droppoint-10.0.0.js', 'widget/droppoint-10.0.0.js'],
    ['/v1/droppoint-parcel-1.2.3-0123abcd.js', 'widget/droppoint-parcel-1.2.3-0123abcd.js'],
    ['/_app/immutable/chunks/a.js', 'app/immutable/chunks/a.js'],
    ['/basemap/6/1-2.mvt', 'basemap/6/1-2.mvt'],
  ])('%s is stored as %s', (path, name) => {
    expect(findEarlierFileName(path)).toBe(name);
  });

  it.each([
    '/v1/droppoint.js',
    '/v1/droppoint-parcel.js',
    '/v1/droppoint.js.map',
    '/v1/droppoint-1.2.3.js.mapped',
    '/v1/droppoint-.js/x',
    '/v1/droppoint-1/2.js',
    '/vx/droppoint-1.2.3.js',
    '/my/v1/droppoint-1.2.3.js',
    '/_app/version.json',
    '/_app/immutable/',
    '/my/_app/immutable/a.js',
    '/basemap/',
    '/my/basemap/6/1-2.mvt',
    '/account',
  ])('%s isn’t stored', (path) => {
    expect(findEarlierFileName(path)).toBeNull();
  });
});
