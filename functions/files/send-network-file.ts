import type { SendFile } from './page-server.ts';
import type { FileStore } from './store.ts';

/** Sends files of a store uncompressed: Cloudflare compresses them itself. */
export const createNetworkSender =
  (store: FileStore): SendFile =>
  async ({ method }, name) => {
    const bytes = await store.read(name);
    const headers = { 'content-type': chooseType(name) };
    return bytes && new Response(method === 'HEAD' ? null : bytes, { headers });
  };

/** For .bin files a type that proxies and Cloudflare compress. */
export function chooseType(name: string): string {
  if (name.endsWith('.json')) return 'application/json';
  return name.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'application/x-protobuf';
}
