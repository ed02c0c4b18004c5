import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { SandboxPoints } from './points.ts';

/**
 * Reads a file of points, one JSON object a line (gzip where the name ends in .gz). Lines are served as they are.
 * @returns the points, and a sentence for every line that is no JSON object and was left out.
 * @throws where the file cannot be opened or unpacked.
 */
export async function loadDataFile(path: string): Promise<{ source: SandboxPoints; warnings: string[] }> {
  const file = createReadStream(path);
  const unpacked = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // pipe() does not hand errors on: a file that cannot be opened must end the reading too.
  file.once('error', (error) => unpacked.destroy(error));
  const items: string[] = [];
  const warnings: string[] = [];
  let rest = '';
  let number = 0;
  const take = (line: string) => {
    number += 1;
    const text = line.trim();
    if (text === '') return;
    if (isJsonObject(text)) items.push(text);
    else warnings.push(`Line ${number} of ${path} is no JSON object and was left out.`);
  };
  unpacked.setEncoding('utf8');
  for await (const chunk of unpacked as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  if (rest) take(rest);
  return { source: { count: items.length, jsonAt: (index) => items[index] ?? 'null' }, warnings };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
