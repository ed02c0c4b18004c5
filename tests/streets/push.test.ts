import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../publisher/object-store.ts';
import { PART_BYTES } from '../../publisher/object-store.ts';
import { examineStreets } from '../../deploy/doctor/examine-streets.ts';
import { STREETS_PUBLICATION } from '../../functions/files/store.ts';
import { createUrlStore } from '../../functions/files/url-store.ts';
import { ENVIRONMENT, startHarness } from '../functions/harness.ts';
import { startStoreProxy, startStore } from '../publisher/object-store-process.ts';
import { createStreets } from './andorra.ts';
import { makeStreetAt } from './made-up-archive.ts';
import { makeFolder } from '../temporary-folder.ts';

const TILE = '14/8261/6050.mvt';

const objects = await startStore();
afterAll(() => objects.stop());

/** Creates the streets command with a store, and records the names of uploaded files in order. */
function createPushed(prefix: string) {
  const store = objects.open(prefix);
  const order: string[] = [];
  const watched: ObjectStore = { ...store, put: (...words) => (order.push(words[0]), store.put(...words)) };
  return { store, order, streets: createStreets(undefined, watched) };
}

describe('Streets in an object store', () => {
  it('archives first, the manifest last, and no file twice', async () => {
    const { store, order, streets } = createPushed('first');
    await streets.take(await makeStreetAt(100), 'alps');
    const { version } = streets.areas()[0]!;
    expect(order).toEqual([`alps/${version}.pmtiles`, 'manifest.json']);
    for (const [name, size] of await store.list()) {
      const own = readFileSync(join(streets.folder, name));
      expect([size, (await store.get(name))?.equals(own)], name).toEqual([own.length, true]);
    }
    order.length = 0;
    await streets.list();
    expect(order).toEqual(['manifest.json']);
    expect(streets.printed.at(-1)).toBe('0 files uploaded to the object store, 0 old ones deleted.\n');
  });

  it('the previous version stays, older ones are deleted, and all files with the areas', async () => {
    const { store, streets } = createPushed('second');
    const versions = await streets.takeThrice('alps');
    const names = async () => [...(await store.list()).keys()].sort();
    const stored = versions.slice(1).map((version) => `alps/${version}.pmtiles`);
    expect(await names()).toEqual([...stored, 'manifest.json'].sort());
    await streets.remove(null);
    expect(await names()).toEqual([]);
  });

  it('never replace a network', async () => {
    const { store, streets } = createPushed('third');
    await store.put('manifest.json', Buffer.from('{"walkedAt":"2026-11-01T00:00:00Z"}'), {});
    await expect(streets.take(await makeStreetAt(100), 'alps')).rejects.toThrow(
      'Something else is already published',
    );
    expect([...(await store.list()).keys()]).toEqual(['manifest.json']);
  });

  it('a node without local files reads them by range', async () => {
    const { streets } = createPushed('public');
    await streets.take(await makeStreetAt(100), 'alps');
    const { version } = streets.areas()[0]!;
    const node = startHarness({
      streets: createUrlStore(objects.addressOf('public'), fetch, STREETS_PUBLICATION),
    });
    expect(await (await node.request('/streets/manifest.json')).json()).toMatchObject({
      areas: [{ name: 'alps', version }],
    });
    const tile = await node.request(`/streets/alps/${version}/${TILE}`);
    expect([tile.status, tile.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const archive = readFileSync(join(streets.folder, 'alps', `${version}.pmtiles`));
    expect(archive.includes(Buffer.from(await tile.arrayBuffer()))).toBe(true);
    const environment = { ...ENVIRONMENT, STREETS_URL: objects.addressOf('public') };
    const files = {
      fileKeys: null,
      settingsFile: '/nowhere/.env',
      userId: null,
      buildFolder: '',
      release: null,
    };
    const patient = { environment, ...files, fetch, now: Date.now };
    expect(await examineStreets(patient)).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^alps at /) as string,
    });
  });
});

describe('File too long for one request', () => {
  const path = join(makeFolder(), 'large.pmtiles');
  const content = randomBytes(2 * PART_BYTES + 1000);
  beforeAll(() => writeFileSync(path, content));
  const put = (store: ObjectStore) => store.putFile('large.pmtiles', path, content.length, {});

  it('retries each part separately, and stores the whole file', async () => {
    const before = await startStoreProxy(objects, (method, url, times) =>
      method === 'PUT' && url.includes('partNumber=2') && times < 2 ? [503, 0][times]! : null,
    );
    await put(objects.open('large', { AWS_ENDPOINT_URL: before.origin }));
    await before.close();
    expect(before.requests.filter((name) => name.includes('partNumber=2'))).toHaveLength(3);
    expect((await objects.open('large').get('large.pmtiles'))?.equals(content)).toBe(true);
  });

  it('leaves nothing behind if a part can\u2019t be uploaded', async () => {
    const before = await startStoreProxy(objects, (method, url) =>
      method === 'PUT' && url.includes('partNumber=3') ? 500 : null,
    );
    await expect(put(objects.open('broken', { AWS_ENDPOINT_URL: before.origin }))).rejects.toThrow('500');
    await before.close();
    expect(before.requests.at(-1)).toMatch(/^DELETE .*large\.pmtiles\?uploadId=/);
    expect([...(await objects.open('broken').list()).keys()]).toEqual([]);
  });
});
