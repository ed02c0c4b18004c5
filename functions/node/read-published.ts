import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../context.ts';

/** Files under way at once, however many requests wait for them: each takes a descriptor. */
const AT_ONCE = 16;
/** 153,600 points of 760 bytes, all their files at once; 62,388 take 51 MB. */
const KEPT_BYTES = 128 * 1024 * 1024;
/** Of each of two tables, 0.5 MB a page once parsed: most of what people ask for stands on these. */
const KEPT_PAGES = 64;

/** Reads files of the published network for the function itself. @param folder may not be there yet */
export function createPublishedReader(folder: string): NonNullable<Dependencies['readPublished']> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (underWay === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      return await readFile(join(folder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay--;
      else next();
    }
  }
  return { read, keptBytes: KEPT_BYTES, keptPages: KEPT_PAGES };
}
