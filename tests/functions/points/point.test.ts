import { describe, expect, it, vi } from 'vitest';
import { summarizePoint } from '#contract/point-summary.ts';
import { pointValiditySchema } from '#contract/validity.ts';
import { distanceMetres } from '#network/distance.ts';
import { splitJsonList } from '#platform/scan-json.ts';
import { servePages } from '../../../functions/node/serve-pages.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startHarness } from '../harness.ts';
import { DAY_MS, startPublished, type Runtime } from '../start-published.ts';

const ITEMS = makeGrid(12);
const PUBLISHED = await publish(ITEMS);
const WALKED_MS = Date.parse(PUBLISHED.manifest.walkedAt);

/** The app with a network published beside its pages, and a function that checks a point. */
function startWithNetwork(published = PUBLISHED, runtime: Runtime = 'edge') {
  const started = startPublished(published, runtime);
  const validate = async (path: string) => {
    const answer = await started.harness.request(`/api/points/${path}`);
    return { answer, body: pointValiditySchema.parse(await answer.json()) };
  };
  return { ...started, validate };
}

/** The files of the next version. */
async function publishNext(items: typeof ITEMS) {
  const { files, manifest } = await publish(items);
  const version = 'f'.repeat(16);
  const renamed = [...files].map(([name, content]): [string, string | Uint8Array] =>
    name === 'manifest.json'
      ? [name, JSON.stringify({ ...manifest, version })]
      : [name.replace(manifest.version, version), content],
  );
  return new Map(renamed);
}

describe('GET /api/points/{id}', () => {
  // Proves: embedding/point-check.
  it('a point of the network is answered with the platform’s own item', async () => {
    const { validate } = startWithNetwork();
    const { answer, body } = await validate('PL_77');
    expect(answer.status).toBe(200);
    expect(body).toEqual({
      id: 'PL_77',
      status: 'exists',
      isValid: true,
      errors: [],
      point: ITEMS[77],
      summary: summarizePoint(ITEMS[77]!),
      alternatives: [],
      checkedAt: new Date(WALKED_MS).toISOString(),
    });
  });

  // RFC 9700 §4.9.
  it('any page and any server may ask, without a cookie, and cache the answer for a minute', async () => {
    const { harness, validate } = startWithNetwork();
    const { answer } = await validate('PL_1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.has('set-cookie')).toBe(false);
    // The platform isn't requested, so no token can be in the answer.
    expect(harness.calls).toEqual([]);
  });

  it('a point that is gone has the nearest ones as alternatives, if the query has its position', async () => {
    const { validate } = startWithNetwork();
    const { answer, body } = await validate('PL_closed?latitude=52.003&longitude=21.001');
    // A 404 could also mean a mistyped address.
    expect(answer.status).toBe(200);
    expect([body.status, body.isValid, body.errors]).toEqual([
      'gone',
      false,
      [{ code: 'gone', message: 'Point PL_closed no longer exists in the network.' }],
    ]);
    const position = { latitude: 52.003, longitude: 21.001 };
    const byDistance = ITEMS.map((point) => ({
      distanceMetres: Math.round(distanceMetres(position, point.coordinates)),
      label: null,
      summary: summarizePoint(point),
      point,
    })).sort((a, b) => a.distanceMetres - b.distanceMetres || (a.point.id < b.point.id ? -1 : 1));
    expect(body.alternatives).toEqual(byDistance.slice(0, 5));
  });

  it('a point that closed recently has alternatives without a position in the query', async () => {
    const closed = { ...ITEMS[0]!, id: 'PL_closed' };
    const { validate, state } = startWithNetwork();
    const [unreadable, before] = ['a'.repeat(16), 'b'.repeat(16)];
    for (const [name, content] of (await publish([...ITEMS, closed])).files)
      if (name !== 'manifest.json') state.files.set(name.replace(/^[0-9a-f]{16}/, before), content);
    const manifest = JSON.parse(state.files.get('manifest.json') as string) as object;
    state.files.set('manifest.json', JSON.stringify({ ...manifest, earlier: [unreadable, before] }));
    const { body } = await validate('PL_closed');
    expect([body.status, body.alternatives[0]?.point.id, body.alternatives.length]).toEqual([
      'gone',
      'PL_0',
      5,
    ]);
  });

  it('a point that is gone, at an unknown position, has no alternatives', async () => {
    const { harness } = startWithNetwork();
    const readText = async (id: string) => (await harness.request(`/api/points/${id}`)).text();
    expect(JSON.parse(await readText('PL_closed'))).toMatchObject({ status: 'gone', alternatives: [] });
    expect(JSON.parse(await readText('PL_77'))).toMatchObject({ status: 'exists', alternatives: [] });
  });

  it('a point that isn’t accepted has the reason, and accepted alternatives nearest to it', async () => {
    const { validate } = startWithNetwork();
    const { body } = await validate(
      'PL_77?country=fr,DE&type=PUDO&locationType=OUTDOOR&excludeIds=PL_77,PL_91',
    );
    expect(body.status).toBe('exists');
    expect(body.isValid).toBe(false);
    const item = ITEMS[77]!;
    expect(body.errors.at(-1)).toEqual({ code: 'excluded', message: 'The point is excluded.' });
    expect(body.errors.map(({ code }) => code)).toEqual([
      ...(item.country === '' ? [] : ['country']),
      ...(item.type === 'PUDO' ? [] : ['type']),
      'excluded',
    ]);
    expect(body.alternatives).toHaveLength(5);
    for (const { point: other } of body.alternatives) {
      expect(other).toMatchObject({ country: 'FR', type: 'PUDO', locationType: 'OUTDOOR' });
      expect(['PL_77', 'PL_91']).not.toContain(other.id);
    }
  });

  it('an error names the point’s value and the values that the shop accepts', async () => {
    const { validate } = startWithNetwork();
    const other = ITEMS.find(({ type }) => type === 'APM')!;
    expect((await validate(`${other.id}?type=PUDO,DRONE`)).body.errors).toEqual([
      { code: 'type', message: "The point's type is APM, not PUDO or DRONE." },
    ]);
    expect((await validate(`${other.id}?type=PUDO,APM`)).body.errors).toEqual([]);
  });

  it('an id may have two hundred characters', async () => {
    const { validate } = startWithNetwork();
    expect((await validate('P'.repeat(200))).body).toMatchObject({ isValid: false });
  });

  it('a property that the platform leaves empty causes no error', async () => {
    const { validate } = startWithNetwork();
    const unnamed = ITEMS.find(({ country }) => country === '')!;
    expect((await validate(`${unnamed.id}?country=PL`)).body).toMatchObject({ isValid: true, errors: [] });
  });

  it.each(['PL_ä/ö?', 'FR_%', 'PL 1', '../manifest.json', '__proto__', 'constructor', '🏤'])(
    'the id %s is read as plain text',
    async (id) => {
      const odd = { ...ITEMS[0]!, id };
      const { validate } = startWithNetwork(await publish([...ITEMS.slice(1), odd]));
      expect((await validate(encodeURIComponent(id))).body).toMatchObject({ status: 'exists', point: odd });
      const { validate: validateWithout } = startWithNetwork();
      expect((await validateWithout(encodeURIComponent(id))).body).toMatchObject({ id, isValid: false });
    },
  );

  it.each([
    ['PL_1?latitude=52', 'longitude'],
    ['PL_1?latitude=91&longitude=0', 'latitude'],
    ['PL_1?latitude=1e1&longitude=0', 'latitude'],
    ['PL_1?latitude=52&longitude=-180.1', 'longitude'],
    ['PL_1?latitude=52&latitude=53&longitude=21', 'latitude'],
    [`PL_1?type=${'a,'.repeat(101)}`, 'type'],
    ['P'.repeat(201), 'id'],
    ['PL%0d%0aset-cookie:a', 'id'],
    ['PL%00', 'id'],
  ])('a malformed query is refused: %s', async (path, named) => {
    const { harness, requested } = startWithNetwork();
    const answer = await harness.request(`/api/points/${path}`);
    const body = (await answer.json()) as { error: string; message: string };
    expect([answer.status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(new RegExp(`\\b${named}\\b`));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(requested).toEqual([]);
  });
});

describe('Point that can’t be checked', () => {
  it('a point is unknown, not gone, if no network is published', async () => {
    for (const { request } of [
      startHarness(),
      startHarness({ servePage: servePages('/nowhere', '/nowhere', '/nowhere') }),
    ]) {
      const answer = await request('/api/points/PL_1');
      expect(await answer.json()).toEqual({
        ...{ id: 'PL_1', status: 'unknown', isValid: true, errors: [], reason: 'not_published' },
        ...{ checkedAt: null, alternatives: [] },
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('a point is unknown, not gone, if the network was read more than a week ago', async () => {
    const { harness, validate } = startWithNetwork();
    harness.clock.nowMs = WALKED_MS + 7 * DAY_MS;
    expect((await validate('PL_closed')).body.status).toBe('gone');
    harness.clock.nowMs += 1;
    for (const id of ['PL_1', 'PL_closed']) {
      const { body } = await validate(id);
      expect(body).toMatchObject({ status: 'unknown', isValid: true, reason: 'outdated' });
      expect(body.point?.id).toBe(id === 'PL_1' ? id : undefined);
    }
  });

  it('a point is unknown, not gone, if the network is dated more than a day ahead', async () => {
    const { harness, validate } = startWithNetwork();
    harness.clock.nowMs = WALKED_MS - DAY_MS - 1;
    expect((await validate('PL_closed')).body).toMatchObject({ status: 'unknown', reason: 'outdated' });
    harness.clock.nowMs = WALKED_MS - DAY_MS;
    expect((await validate('PL_closed')).body.status).toBe('gone');
  });

  it.each<Runtime>(['edge', 'Node'])(
    'a point is unknown, not gone, if the platform lists it without a usable position (%s)',
    async (runtime) => {
      const published = await publish(ITEMS, { rejected: ['PL_0', 'PL_77', 'PL_broken', 'PL_t', 'PL_z'] });
      const { harness } = startPublished(published, runtime);
      const validate = async (id: string) =>
        pointValiditySchema.parse(await (await harness.request(`/api/points/${id}`)).json());
      for (const id of ['PL_broken', 'PL_z'])
        expect(await validate(id)).toMatchObject({
          id,
          status: 'unknown',
          isValid: true,
          reason: 'set_aside',
        });
      expect(await validate('PL_closed')).toMatchObject({ status: 'gone', isValid: false });
      // A valid item has the id as well.
      expect(await validate('PL_77')).toMatchObject({ status: 'exists', isValid: true });
    },
  );

  it.each([
    ['files fail', 503, 'unavailable'],
    ['files are of another kind', 200, 'malformed'],
  ])('a point is unknown, not gone, while its %s', async (_what, status, reason) => {
    const { request } = startHarness({ servePage: () => new Response('<html>', { status }) });
    expect(await (await request('/api/points/PL_1')).json()).toMatchObject({ status: 'unknown', reason });
  });

  it('after a failure the next request reads again, and is answered', async () => {
    const { validate, state } = startWithNetwork();
    state.broken = true;
    expect((await validate('PL_1')).body.status).toBe('unknown');
    state.broken = false;
    expect((await validate('PL_1')).body.status).toBe('exists');
  });
});

describe('Published network as the function reads it', () => {
  it('the manifest is read once in half a minute', async () => {
    const { harness, validate, requested } = startWithNetwork();
    const countManifests = () => requested.filter((name) => name === 'manifest.json').length;
    for (const id of ['PL_1', 'PL_2', 'PL_3']) await validate(id);
    harness.clock.nowMs += 29_999;
    await validate('PL_4');
    expect(countManifests()).toBe(1);
    harness.clock.nowMs += 1;
    await validate('PL_4');
    expect(countManifests()).toBe(2);
  });

  it('the manifest is read again after a clock that was ahead is corrected', async () => {
    const { harness, validate, state } = startWithNetwork();
    harness.clock.nowMs += 3_600_000;
    await validate('PL_1');
    state.files = new Map([...state.files, ...(await publishNext(ITEMS.slice(1)))]);
    harness.clock.nowMs -= 3_600_000;
    expect((await validate('PL_0')).body.status).toBe('gone');
  });

  it('the network is opened again if its version was removed since the manifest was read', async () => {
    const { validate, state } = startWithNetwork();
    await validate('PL_1');
    state.files = await publishNext(ITEMS.slice(0, 100));
    expect((await validate('PL_99')).body.status).toBe('exists');
    expect((await validate('PL_120')).body.status).toBe('gone');
  });

  it.each(['edge', 'Node'] as const)('no file is read twice, whatever is asked, on %s', async (runtime) => {
    const items = makeGrid(40);
    const { validate, requested } = startWithNetwork(await publish(items), runtime);
    const paths = items.flatMap(({ id }, at) =>
      at % 160 === 0 ? [id, `${id}?excludeIds=${id}&type=APM`] : [],
    );
    paths.push('PL_closed', 'PL_closed?latitude=52.003&longitude=21.001&country=DE');
    const walk = async () => {
      for (const path of paths) await validate(path);
    };
    await walk();
    expect(requested.length).toBe(new Set(requested).size);
    requested.length = 0;
    await walk();
    expect(requested).toEqual([]);
  });

  it('once its files are read, only the requested item is parsed, on Node', async () => {
    const items = makeGrid(40);
    const { harness, validate } = startWithNetwork(await publish(items), 'Node');
    await validate('PL_1');
    const parse = vi.spyOn(JSON, 'parse');
    await harness.request('/api/points/PL_1');
    const parsed = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(parsed).toEqual([JSON.stringify(items.find(({ id }) => id === 'PL_1'))]);
  });

  it.each(['edge', 'Node'] as const)(
    'a new version replaces the network within half a minute, on %s',
    async (runtime) => {
      const { harness, validate, requested, state } = startWithNetwork(PUBLISHED, runtime);
      const first = state.files;
      for (const path of ['PL_0', 'PL_0?excludeIds=PL_0']) await validate(path);
      state.files = new Map([...state.files, ...(await publishNext(ITEMS.slice(1)))]);
      harness.clock.nowMs += 30_000;
      const { body } = await validate('PL_0?latitude=52&longitude=21');
      expect([body.status, body.alternatives.length]).toEqual(['gone', 5]);
      expect(body.alternatives.map(({ point }) => point.id)).not.toContain('PL_0');
      // No file of the earlier version is kept in memory.
      requested.length = 0;
      state.files = first;
      harness.clock.nowMs += 30_000;
      expect((await validate('PL_0')).body.status).toBe('exists');
      expect(requested.filter((name) => name.endsWith('.json')).length).toBeGreaterThan(1);
    },
  );
});

describe('List of items in a file', () => {
  it.each([
    ['[]', ['']],
    ['[1]', ['1']],
    ['[{"a":[1,2]},"],\\"[",{"b":"\\\\"}]', ['{"a":[1,2]}', '"],\\"["', '{"b":"\\\\"}']],
    ['[ 1 , [2,3] ]', [' 1 ', ' [2,3] ']],
    ['{"a":1}', null],
    ['[1,2', null],
    ['', null],
  ])('a list is split into its items: %s', (text, items) => {
    const bytes = new TextEncoder().encode(text);
    const starts = splitJsonList(bytes);
    const cut = starts && [...starts].slice(1).map((next, at) => text.slice(starts[at], next - 1));
    expect(cut).toEqual(items);
  });
});
