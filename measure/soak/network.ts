import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeNetwork } from '../bench/networks.ts';

const POINTS = 153_600;
const FOLDER = '.cache/soak';

/**
 * Makes a network with today's date. A generated one has an old date, and an old network can't tell whether a point exists.
 * @param published folder of a published network; without it, one is generated
 * @returns a folder that holds it until the next call
 */
export async function publishToday(published: string | undefined): Promise<string> {
  const source = published ?? (await makeNetwork(POINTS, console.log)).published;
  const manifest = JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8')) as { version: string };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  symlinkSync(resolve(source, manifest.version), join(FOLDER, manifest.version));
  const today = { ...manifest, walkedAt: new Date().toISOString() };
  writeFileSync(join(FOLDER, 'manifest.json'), JSON.stringify(today));
  return FOLDER;
}
