/** Names that no other content will ever have, and where they are kept when another release takes over. */
const KEPT: readonly (readonly [pattern: RegExp, folder: string])[] = [
  [/^\/v\d+\/(droppoint-[\w.-]+\.js)$/, 'widget'],
  [/^\/_app\/(immutable\/.+)$/, 'app'],
];

/**
 * Where a file of an earlier release is kept, in the folder of what is published: shops pin a version of the widget, and pages that are open
 * load parts of theirs later.
 * @param path as in the address
 * @returns null for what isn't kept
 */
export function findKeptName(path: string): string | null {
  for (const [pattern, folder] of KEPT) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return `${folder}/${name}`;
  }
  return null;
}
