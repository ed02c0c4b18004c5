import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Finds static, dynamic and type imports in the text of a module. We don't use dependency-cruiser 17 because it compiles components
 * first, which drops their type imports (4 of 13 in Picker.svelte).
 * @param {string} source
 * @returns {{ specifier: string; isType: boolean }[]}
 */
export function readImports(source) {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\b(\s+type\b)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...source.matchAll(pattern)].map(([, type, from, bare]) => ({
    specifier: from ?? bare ?? '',
    isType: type !== undefined,
  }));
}

/**
 * @param {string} file the importing file's path from the project's folder
 * @param {string} specifier
 * @returns {string | null} the imported file's path from the project's folder; null for a package
 */
export function resolveImport(file, specifier) {
  if (specifier.startsWith('$lib/')) return specifier.replace('$lib/', 'src/lib/');
  if (specifier.startsWith('#')) return specifier.replace('#', 'packages/');
  return specifier.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), specifier)) : null;
}

/**
 * Measures how many imports lie between changed files and those that depend on them: 1 for a file that imports one directly.
 * @param {readonly string[]} files all files, as paths from the project's folder
 * @param {readonly string[]} changed
 * @returns {Map<string, number>} the changed files, 0, and those that import them, directly or not
 */
export function measureDistances(files, changed) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files.filter((name) => existsSync(name)))
    for (const { specifier } of readImports(readFileSync(file, 'utf8'))) {
      const imported = resolveImport(file, specifier);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  const distances = new Map(changed.map((file) => [file, 0]));
  // The loop also visits files that it adds.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
