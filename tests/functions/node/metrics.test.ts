import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../../functions/node/start.ts';
import { listen } from '../../processes.ts';
import { findFreePort } from '../find-free-port.ts';
import { ENVIRONMENT } from '../harness.ts';
import { makeManifest } from '../../streets/made-up-manifest.ts';
import { makeFolder } from '../../temporary-folder.ts';

const ALERTS = readFileSync('docs/alerts.yml', 'utf8');
const DASHBOARD = JSON.parse(readFileSync('docs/dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const GUIDE = readFileSync('docs/operating.md', 'utf8');
const DAY_SECONDS = 24 * 3600;

const folder = makeFolder();
const platform = await listen((call, answer) => {
  call.resume();
  answer.writeHead(call.url === '/oauth2/token' ? 401 : 500).end();
});
for (const name of ['build', 'build/v1', 'network', 'streets']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'build/embed.html'), 'a page');
writeFileSync(join(folder, 'build/v1/droppoint.js'), 'a script');
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_SECONDS * 1000).toISOString();
writeFileSync(
  join(folder, 'network/manifest.json'),
  JSON.stringify({ walkedAt: daysAgo(2), count: 62_388, setAside: { coordinates_zero: 7 } }),
);
const area = { name: 'andorra', version: 'a'.repeat(16), date: daysAgo(30).slice(0, 10) };
writeFileSync(join(folder, 'streets/manifest.json'), JSON.stringify(makeManifest(area)));
const [port, metricsPort] = [await findFreePort(), await findFreePort()];
const server = await startServer(
  {
    ...ENVIRONMENT,
    PLATFORM_BASE_URL: platform.origin,
    PLATFORM_AUTH_URL: platform.origin,
    APP_ORIGIN: `http://localhost:${port}`,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SNAPSHOT_DIR: join(folder, 'network'),
    STREETS_DIR: join(folder, 'streets'),
  },
  join(folder, 'build'),
  () => undefined,
);
afterAll(async () => {
  await platform.close();
  await server.close();
});

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const request = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

describe('Prometheus metrics', () => {
  it('counters of alerts on a first failure start at 0', async () => {
    const lines = (await scrape()).split('\n');
    for (const route of ['page', 'app', 'widget', 'network', 'streets', 'basemap'])
      for (const status of [500, 502, 503])
        expect(lines).toContain(`droppoint_requests_total{route="${route}",status="${status}"} 0`);
    expect(lines).toContain('droppoint_requests_total{route="widget",status="404"} 0');
    for (const outcome of ['200', '400', '401', '403', 'malformed'])
      expect(lines).toContain(
        `droppoint_token_requests_total{grant="client_credentials",scope="api:points:read",outcome="${outcome}"} 0`,
      );
    expect(lines).toContain('droppoint_outcomes_total{route="/api/ready",outcome="token_wrong"} 0');
  });

  it('metrics cover requests, files, refusals, calls to the platform and tokens', async () => {
    for (const path of [
      '/embed',
      '/v1/droppoint.js',
      '/v1/gone.js',
      '/api/points?page=canary&perPage=5&canary=1',
    ])
      await request(path);
    await request('/api/points?page=1&perPage=5');
    await request('/canary?canary=canary');
    await request('/api/points/canary');
    await request('/api/parcels/CANARY12345678');
    await request('/api/ready');
    const { host } = new URL(platform.origin);
    const text = await scrape();
    const lines = text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'droppoint_requests_total{route="page",status="200"} 1',
        'droppoint_requests_total{route="widget",status="200"} 1',
        'droppoint_requests_total{route="widget",status="404"} 1',
        'droppoint_requests_total{route="/api/points",status="400"} 1',
        'droppoint_request_seconds_count{route="/api/points"} 2',
        'droppoint_refusals_total{route="/api/points",status="400",error="invalid_request"} 1',
        'droppoint_refusals_total{route="/api/parcels/:number",status="502",error="server_error"} 1',
        'droppoint_outcomes_total{route="/api/points/:id",outcome="unknown_unreadable"} 1',
        'droppoint_outcomes_total{route="/api/ready",outcome="token_wrong"} 1',
        `droppoint_upstream_calls_total{host="${host}",outcome="401"} 3`,
        `droppoint_upstream_seconds_count{host="${host}"} 3`,
        'droppoint_token_requests_total{grant="client_credentials",scope="api:points:read",outcome="401"} 2',
        'droppoint_token_requests_total{grant="client_credentials",scope="api:tracking:read",outcome="401"} 1',
      ]),
    );
    // No label value comes from a caller.
    expect(text.toLowerCase()).not.toContain('canary');
  });

  it('metrics show age and size of the published data', async () => {
    const text = await scrape();
    const valueOf = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(valueOf('droppoint_network_published')).toBe(1);
    expect(valueOf('droppoint_network_points')).toBe(62_388);
    expect(valueOf('droppoint_network_rejected{reason="coordinates_zero"}')).toBe(7);
    expect(Math.round(valueOf('droppoint_network_age_seconds') / DAY_SECONDS)).toBe(2);
    expect(Math.floor(valueOf('droppoint_streets_age_seconds{area="andorra"}') / DAY_SECONDS)).toBe(30);
    expect(valueOf('droppoint_network_store_there')).toBe(1);
    // As with /api/ready, the function continues with what it has in memory.
    renameSync(join(folder, 'network/manifest.json'), join(folder, 'network/moved.json'));
    mkdirSync(join(folder, 'network/manifest.json'));
    const away = await scrape();
    expect(away).toMatch(/^droppoint_network_published 1$/m);
    expect(away).toMatch(/^droppoint_network_points 62388$/m);
    expect(away).toMatch(/^droppoint_network_store_there 0$/m);
    rmSync(join(folder, 'network/manifest.json'), { recursive: true });
    expect(await scrape()).toMatch(/^droppoint_network_published 0$/m);
  });

  it('metrics have their own port, which serves nothing else', async () => {
    expect((await request('/metrics')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    const same = startServer({ ...ENVIRONMENT, PORT: '3000', METRICS_PORT: '3000' }, folder, () => undefined);
    await expect(same).rejects.toThrow('METRICS_PORT must differ from PORT.');
    const settings = { PORT: String(await findFreePort()), METRICS_PORT: String(port) };
    const taken = startServer({ ...ENVIRONMENT, ...settings }, folder, () => undefined);
    await expect(taken).rejects.toThrow(`choose another with METRICS_PORT=${port + 1}`);
  });
});

describe('Alerts in the guide', () => {
  const alerts = [...ALERTS.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
    ([, name, expr]) => [name!, expr!] as const,
  );

  it('each alert has an entry in the guide, and each entry an alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    const entries = [...GUIDE.matchAll(/^\| `(Droppoint\w+)`/gm)].map(([, name]) => name);
    expect(entries).toEqual(alerts.map(([name]) => name));
  });

  it('each alert is for one of the guide’s two roles, and says what it means and what to do', () => {
    for (const alert of ALERTS.split('- alert: ').slice(1))
      expect(alert).toMatch(
        /severity: (page|warning) \}\n +annotations:\n +summary: ['"].+['"]\n +action: ['"].+['"]\n/,
      );
  });

  it.skipIf(!hasPromtool)('Prometheus accepts the rules', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', 'docs/alerts.yml'], {
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([
      0,
      expect.stringContaining(`SUCCESS: ${alerts.length} rules found`),
    ]);
  });

  it.each(alerts)('%s uses only metrics that exist', async (_name, expr) => {
    const named = await expectFigures(expr);
    if (!expr.startsWith('up{')) expect(named).toBeGreaterThan(0);
  });
});

describe('Alerts on the network’s age', () => {
  const HOUR = 3600;
  it.each([
    ['DroppointNetworkOld', [-2 * HOUR, 37 * HOUR], [-HOUR / 2, 30 * HOUR]],
    ['DroppointNetworkOutdated', [-400 * 24 * HOUR, 145 * HOUR], [-2 * HOUR, 37 * HOUR]],
  ])('%s fires even if a clock was ahead', (name, firing, silent) => {
    const rule = `alert: ${name}\\n\\s+expr: (\\w+) > (\\d+) \\* (\\d+) or (\\w+) < (-\\d+)\\n`;
    const [, figure, amount, unit, again, least] = new RegExp(rule).exec(ALERTS)!;
    expect([figure, again]).toEqual(Array(2).fill('droppoint_network_age_seconds'));
    const fires = (age: number) => age > Number(amount) * Number(unit) || age < Number(least);
    expect(firing.filter(fires)).toEqual(firing);
    expect(silent.filter(fires)).toEqual([]);
  });
});

describe('Dashboard', () => {
  it.each(DASHBOARD.panels)('panel uses only metrics that exist: $title', async ({ targets }) => {
    for (const { expr } of targets) expect(await expectFigures(expr)).toBeGreaterThan(0);
  });
});

/** @returns the number of metrics that an expression refers to */
async function expectFigures(expr: string): Promise<number> {
  const text = await scrape();
  const named = [...expr.matchAll(/\b(?:droppoint|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count)$/, ''),
  );
  for (const name of named) expect(text).toContain(`# TYPE ${name} `);
  return named.length;
}
