/** @returns null if the text isn't standard Base64 (RFC 4648 §4) */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Accepts the URL-safe form too (RFC 4648 §5). */
export const decodeBase64Url = (text: string) => decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
