/**
 * Parses JSON from an untrusted source.
 * @param json text, or bytes in UTF-8
 * @returns undefined if it isn't valid JSON
 */
export function readJsonText(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
