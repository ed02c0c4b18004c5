import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeIcons } from '../../scripts/write-icons.mjs';

it('icons are those of the installed package: run `node scripts/write-icons.mjs` after a change', async () => {
  const written = Object.entries(await writeIcons());
  expect(written.length).toBe(2);
  for (const [file, text] of written) expect(readFileSync(file, 'utf8') === text, file).toBe(true);
});
