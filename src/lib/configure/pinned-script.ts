import * as z from 'zod/mini';
import type { PinnedScript } from './snippets.ts';

const schema = z.looseObject({ file: z.string(), integrity: z.string() });

/** Reads which version of the widget's script is served, and its hash. @returns null where the build has left none */
export async function readPinnedScript(fetch: typeof globalThis.fetch): Promise<PinnedScript | null> {
  try {
    const answer = await fetch('/v1/integrity.json');
    const result = schema.safeParse(await answer.json());
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
