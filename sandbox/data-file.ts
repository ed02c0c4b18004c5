import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import type { SandboxPointSource } from './points.ts';

/**
 * Reads a file of points in NDJSON (gzip if the name ends in .gz). The sandbox serves its lines
 * unchanged.
 * @returns the points, and a warning for each line that was skipped because it isn't a JSON object.
 * @throws if the file cannot be opened or decompressed.
 */
export async function loadDataFile(
  path: string,
): Promise<{ source: SandboxPointSource; warnings: string[] }> {
  const file = createReadStream(path);
  const unpacked = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // Forward errors, as pipe() doesn't: otherwise reading would never end if the file can't be opened.
  file.once('error', (error) => unpacked.destroy(error));
  const items: string[] = [];
  const warnings: string[] = [];
  let rest = '';
  let number = 0;
  const readLine = (line: string) => {
    number += 1;
    const text = line.trim();
    if (text === '') return;
    if (isJsonObject(readJsonText(text))) items.push(text);
    else warnings.push(`Line ${number} of ${path} is not a JSON object and was left out.`);
  };
  unpacked.setEncoding('utf8');
  for await (const chunk of unpacked as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(readLine);
  }
  if (rest) readLine(rest);
  const jsonAt = (index: number) => items[index] ?? 'null';
  const itemAt = (index: number) => JSON.parse(jsonAt(index)) as { id?: unknown } | null;
  const idAt = (index: number) => {
    const id = itemAt(index)?.id;
    return typeof id === 'string' ? id : undefined;
  };
  return { source: { count: items.length, jsonAt, itemAt, idAt }, warnings };
}
