/**
 * Reads a whole body and counts its bytes, because `content-length` may be missing or wrong.
 * @returns null as soon as the body exceeds the limit, without reading the rest
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of 'getReader' in body ? readChunks(body) : body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Iterates over a stream, which Safari and older versions of Chromium can't do by themselves. */
async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also reached when the caller leaves its loop.
    await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
