import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The development server of `npm run dev`, with the project's own configuration. */
let server: ViteDevServer;
let origin: string;
beforeAll(async () => {
  server = await createServer({ logLevel: 'silent', server: { port: 0, strictPort: false } });
  await server.listen();
  origin = server.resolvedUrls!.local[0]!.replace(/\/$/, '');
});
afterAll(() => server.close());

describe('Development server', () => {
  it.each([
    ['droppoint', 'DroppointPicker'],
    ['droppoint-parcel', 'DroppointParcel'],
  ])('Development server: serves /v1/%s.js from the sources, to other origins too', async (name, element) => {
    const script = await fetch(`${origin}/v1/${name}.js`, { headers: { origin: 'http://127.0.0.1:3005' } });
    expect(script.headers.get('access-control-allow-origin')).toBe('*');
    const [, entry] = /from '(.+)'/.exec(await script.text())!;
    const source = await fetch(origin + entry!);
    expect(source.status).toBe(200);
    expect(await source.text()).toContain(`export { ${element} }`);
  });

  it('Development server: serves no other script under /v1', async () => {
    expect((await fetch(`${origin}/v1/other.js`)).status).toBe(404);
  });
});
