import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startHarness } from '../harness.ts';
import { startPublished } from '../start-published.ts';
import { start } from './nearest-network.ts';

describe('Query for the nearest points', () => {
  it.each([
    'latitude=90&longitude=180',
    'latitude=-90&longitude=-180',
    'latitude=0&longitude=0',
    `latitude=52.${'1'.repeat(20)}&longitude=21`,
    `city=${'a'.repeat(100)}`,
    `city=%20%20${'a'.repeat(100)}%20`,
    `address=${'a '.repeat(80)}`,
    `postalCode=${'1'.repeat(20)}`,
    'address=Polna%207%0A05-500%09Piaseczno%0D',
    'city=Wola&limit=1',
    'city=Wola&limit=20',
    `city=Wola&type=${'a,'.repeat(100)}`,
    'city=Wola&type=,APM,,PUDO,',
    'city=Wola&type=',
    'city=Wola&filter=',
    'city=Wola&country=pl',
  ])('a query is accepted up to its limits: %s', async (query) => {
    const { harness } = start();
    expect((await harness.request(`/api/nearest-points?${query}`)).status).toBe(200);
  });

  it.each([
    ['', 'postalCode, city or address, or latitude and longitude'],
    ['city=', 'postalCode'],
    ['latitude=52', 'longitude'],
    ['latitude=52&longitude=21&city=Wola', 'city'],
    ['latitude=1e1&longitude=0', 'latitude'],
    ['latitude=52&longitude=181', 'longitude'],
    ['latitude=90.1&longitude=0', 'from -90 to 90'],
    ['latitude=-90.1&longitude=0', 'from -90 to 90'],
    ['latitude=52&longitude=-181', 'from -180 to 180'],
    ['latitude=52&longitude=', 'longitude must be a number'],
    ['latitude=1234&longitude=0', 'latitude'],
    ['latitude=52.&longitude=0', 'latitude'],
    ['latitude=.5&longitude=0', 'latitude'],
    ['latitude=%2B52&longitude=0', 'latitude'],
    ['latitude=x52&longitude=0', 'latitude'],
    ['latitude=52x&longitude=0', 'latitude'],
    [`latitude=52.${'1'.repeat(21)}&longitude=0`, 'latitude'],
    ['longitude=21', 'latitude and longitude must be sent together'],
    ['city=Wola&limit=', 'a whole number from 1 to 20'],
    ['city=Wola&limit=01', 'limit'],
    ['city=Wola&limit=1x', 'limit'],
    ['city=Wola&country=P', 'PL,CZ'],
    ['city=Wola&country=PLX', 'PL,CZ'],
    ['city=Wola&country=PL,1', 'PL,CZ'],
    ['city=Wola&limit=21', '20'],
    ['city=Wola&limit=0', 'limit'],
    ['city=Wola&limit=-1', 'limit'],
    ['city=Wola&limit=1.5', 'limit'],
    ['city=Wola&country=Nowhere', 'PL,CZ'],
    ['city=Wola&city=Wola', 'city'],
    ['city=Wola&limit=1&limit=2', 'limit'],
    [`city=${'a'.repeat(101)}`, '100'],
    [`address=${'a '.repeat(81)}b`, '160'],
    [`postalCode=${'1'.repeat(21)}`, '20'],
    ['city=Wola%00', 'city'],
    ['address=a%0d%0aset-cookie:a%1b', 'address'],
    [`city=Wola&type=${'a,'.repeat(101)}`, 'type'],
    ['city=Wola&filter={', 'JSON'],
    ['city=Wola&filter={"openNow":1}', 'openNow'],
    ['city=Wola&filter={"rules":[{"ids":["A"]}]}', 'filter.rules.0: needs a reason or a label.'],
    [`city=Wola&filter=${'1'.repeat(4_001)}`, '4000'],
    [`city=Wola&excludeIds=${'a,'.repeat(101)}`, 'excludeIds'],
  ])(
    'a malformed query is refused before anything is read, with the parameter and the fix: %s',
    async (query, named) => {
      const { harness, requested } = start();
      const answer = await harness.request(`/api/nearest-points?${query}`);
      const body = (await answer.json()) as { error: string; message: string };
      expect([answer.status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toContain(named);
      // A shop's page must be able to read the error.
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(requested).toEqual([]);
    },
  );

  it.each([
    'a&b',
    '../../manifest.json',
    '__proto__',
    'constructor',
    '%00',
    '%2e%2e%2f',
    '\'"<script>',
    '🏤',
    '\u202e',
    'a'.repeat(100),
  ])('%s is searched as the name of an unknown town', async (city) => {
    const { body } = await start().find({ city });
    expect(body).toMatchObject({ place: null, points: [] });
  });

  it('no address is in the log', async () => {
    const { harness, find } = start();
    await find({ address: 'Polna 7', city: 'Piaseczno' });
    await harness.request('/api/nearest-points?city=Piaseczno&limit=99');
    expect(harness.logs.map(({ route }) => route)).toEqual(['/api/nearest-points', '/api/nearest-points']);
    expect(JSON.stringify(harness.logs)).not.toMatch(/Polna|Piaseczno/);
  });

  it.each(['edge', 'Node'] as const)('no file is read twice, on %s', async (runtime) => {
    const { find, requested } = start(runtime);
    const walk = async () => {
      for (const query of [
        { city: 'Piaseczno' },
        { address: 'Polna 7, Wola' },
        { city: 'Wola', type: 'APM' },
      ])
        await find(query);
    };
    await walk();
    requested.length = 0;
    await walk();
    expect(requested).toEqual([]);
  });

  it('the number of files read is limited, however many words a query has', async () => {
    const words = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at).repeat(4));
    const { find, requested } = start();
    await find({ address: words.join(' ').slice(0, 160), city: 'Piaseczn Polny', postalCode: '99-999' });
    expect(requested.length).toBeLessThan(100);
  });

  it('the route’s path can’t be a point’s id: a point called "nearest" is checked like any other', async () => {
    const { harness } = start();
    for (const query of ['', '?latitude=52.05&longitude=21.05', '?country=PL']) {
      const answer = await harness.request(`/api/points/nearest${query}`);
      expect(await answer.json()).toMatchObject({ id: 'nearest', status: 'mistyped', isValid: false });
    }
  });

  it('at most sixty items are read for a rule, however many points it rejects', async () => {
    const items = makeGrid(40);
    const published = await publish(items);
    const { harness, requested } = startPublished(published, 'edge');
    const filter = JSON.stringify({ rules: [{ reason: 'None of them.' }] });
    const answer = await harness.request(
      `/api/nearest-points?latitude=52.2&longitude=21.2&filter=${encodeURIComponent(filter)}`,
    );
    expect(await answer.json()).toMatchObject({ points: [] });
    const read = requested.filter((name) => name.includes('/chunks/')).length;
    expect([read > 0, read <= 60]).toEqual([true, true]);
  });
});

describe('Nearest points without a readable network', () => {
  it('the answer says that no network is published, and other sites’ pages can read it', async () => {
    const answer = await startHarness().request('/api/nearest-points?city=Wola');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      error: 'not_published',
      message: 'No network is published here; its operator runs "npm run snapshot".',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['fail', 503, 503, 'temporarily_unavailable'],
    ['are of another kind', 200, 502, 'server_error'],
  ])('if the network’s files %s, the answer isn’t an empty list', async (_what, status, answered, error) => {
    const { request } = startHarness({ servePage: () => new Response('<html>', { status }) });
    const answer = await request('/api/nearest-points?city=Wola');
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([answered, error]);
  });
});
