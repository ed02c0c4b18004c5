import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Constructs that may live longer than a request. In packages/network only caches do: its other maps
 * belong to one request or page.
 */
const STORE = /\bnew (?:Map|Set|WeakMap)\b|\b(?:createLruCache|oncePerKey)\(/g;
const CACHE = /\bcreateLru<|\boncePerKey\(/g;
const SCANNED = [
  ['functions', STORE],
  ['packages/async', STORE],
  ['packages/platform', STORE],
  ['packages/network', CACHE],
  ['packages/search', CACHE],
] as const;
/**
 * Per file, the number of matches that are constant tables, end with the call that creates them, or
 * are the mechanism itself.
 */
const NOT_STORES: Readonly<Record<string, number>> = {
  'functions/oauth/answer-token.ts': 1,
  'functions/http/openapi/answer-schemas.ts': 1,
  'functions/files/find-file.ts': 1,
  'functions/parcels/fit-sms.ts': 2,
  // They live while settings are read, and one is an empty default.
  'functions/config.ts': 3,
  // They live for one request.
  'functions/parcels/answer-parcels.ts': 2,
  'functions/parcels/parcel-fetcher.ts': 2,
  'functions/parcels/parcel-reader.ts': 1,
  'functions/points/answer-batch.ts': 2,
  'functions/points/find-intended-id.ts': 5,
  'functions/points/point-look-up.ts': 1,
  'functions/http/refusal.ts': 1,
  'packages/platform/read-body.ts': 1,
  // They live for one body, and for one call.
  'packages/platform/check-body.ts': 2,
  'packages/platform/tracking.ts': 1,
  // They live for one walk over the list, in the publisher.
  'packages/platform/walk-points.ts': 4,
  'packages/platform/scopes.ts': 1,
  // The map that all caches are made of, and the sharing of calls.
  'packages/async/lru.ts': 1,
  'packages/async/once.ts': 1,
};

/** Files named in the table, once for each of its rows. `{a,b}` stands for two files. */
function readRows(): string[] {
  const [, table = ''] =
    /\n## What is kept, and its bound\n([^]*?)\n## /.exec(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')) ??
    [];
  return [...table.matchAll(/^\|[^|]+\| `([^`]+)`/gm)].flatMap(([, place = '']) => {
    const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(place) ?? [];
    return names === undefined ? [place] : names.split(',').map((name) => before + name + after);
  });
}

function countStores(): Record<string, number> {
  const found = SCANNED.flatMap(([folder, pattern]) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`)
      .map((file) => {
        const code = readFileSync(join(ROOT, file), 'utf8').replace(/^export (?:async )?function .*$/gm, '');
        return [file, [...code.matchAll(pattern)].length - (NOT_STORES[file] ?? 0)] as const;
      }),
  );
  return Object.fromEntries(found.filter(([, count]) => count !== 0));
}

it('SECURITY.md has a row with a bound for each store that lives longer than a request', () => {
  const rows = readRows();
  const stores = countStores();
  const named = Object.keys(stores).map((file) => [file, rows.filter((row) => row === file).length]);
  expect(Object.fromEntries(named)).toEqual(stores);
});

it('SECURITY.md names only stores whose files exist', () => {
  for (const file of readRows()) expect(() => readFileSync(join(ROOT, file)), file).not.toThrow();
});
