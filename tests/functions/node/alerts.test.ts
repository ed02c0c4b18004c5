import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../temporary-folder.ts';

const ALERTS = readFileSync('docs/alerts.yml', 'utf8');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/**
 * Series with one value a minute, as promtool writes them: `0+6x30` begins at 0 and grows by 6
 * thirty times.
 */
type Figures = Readonly<Record<string, string>>;
type Case = readonly [alert: string, situation: string, figures: Figures, firesAt?: string];

const request = (route: string, status: number) =>
  `droppoint_requests_total{job="droppoint",instance="a",route="${route}",status="${status}"}`;
const refusal = (route: string, status: number, error: string) =>
  `droppoint_refusals_total{job="droppoint",instance="a",route="${route}",status="${status}",error="${error}"}`;
const token = (scope: string, outcome: string | number) =>
  `droppoint_token_requests_total{job="droppoint",instance="a",grant="client_credentials",scope="${scope}",outcome="${outcome}"}`;
const call = (outcome: string | number) =>
  `droppoint_upstream_calls_total{job="droppoint",instance="a",host="api",outcome="${outcome}"}`;
const check = (outcome: string, route = '/api/points/:id') =>
  `droppoint_outcomes_total{job="droppoint",instance="a",route="${route}",outcome="${outcome}"}`;
const gauge = (name: string) => `${name}{job="droppoint",instance="a"}`;
/** Series of calls to the platform that took up to 2.5 s, up to 5 s, and of all calls. */
const slow = (fast: string, all: string): Figures => ({
  'droppoint_upstream_seconds_bucket{job="droppoint",instance="a",host="api",le="2.5"}': fast,
  'droppoint_upstream_seconds_bucket{job="droppoint",instance="a",host="api",le="5"}': all,
  'droppoint_upstream_seconds_bucket{job="droppoint",instance="a",host="api",le="+Inf"}': all,
  'droppoint_upstream_seconds_count{job="droppoint",instance="a",host="api"}': all,
});

/** For each alert, series that make it fire. */
const CAUSES: readonly Case[] = [
  ['DroppointDown', 'a node doesn’t answer', { [gauge('up')]: '0x30' }],
  [
    'DroppointErrors',
    'the network can’t be read',
    {
      [request('/api/nearest-points', 200)]: '0+10x30',
      [request('/api/nearest-points', 503)]: '0+10x30',
      [refusal('/api/nearest-points', 503, 'temporarily_unavailable')]: '0+10x30',
    },
  ],
  [
    'DroppointErrors',
    'a fault of the program',
    {
      [request('/api/oauth/token', 500)]: '0+10x30',
      [refusal('/api/oauth/token', 500, 'server_error')]: '0+10x30',
    },
  ],
  [
    'DroppointPlatformErrors',
    'parcels can’t be told',
    { [request('/api/parcels', 502)]: '0+10x60', [refusal('/api/parcels', 502, 'server_error')]: '0+10x60' },
    '40m',
  ],
  [
    'DroppointFilesFail',
    'the disk is gone',
    { [request('page', 500)]: '0+10x30', [request('page', 200)]: '0+10x30' },
  ],
  [
    'DroppointWidgetMissing',
    'a shop is pinned to a script that is gone',
    { [request('widget', 404)]: '0+5x60' },
    '40m',
  ],
  [
    'DroppointPlatformFails',
    'the platform is away',
    { [call('timeout')]: '0+5x60', [call(200)]: '0+5x60' },
    '40m',
  ],
  ['DroppointPlatformSlow', 'the platform is slow', slow('0+1x60', '0+10x60'), '40m'],
  [
    'DroppointTokenRefused',
    'the secret has expired',
    { [token('api:points:read', 401)]: '0+1x30', [token('api:points:read', 200)]: '5x30' },
  ],
  ['DroppointTokenRefused', 'of another scope for points', { [token('api:all', 403)]: '0+1x30' }],
  [
    'DroppointTokenRefused',
    'less is granted than was asked for',
    { [check('token_wrong', '/api/ready')]: '0+6x30', [token('api:points:read', 200)]: '0+6x30' },
  ],
  ['DroppointTokensOften', 'tokens live for seconds', { [token('api:points:read', 200)]: '0+2x120' }, '100m'],
  ['DroppointNetworkGone', 'nothing is published', { [gauge('droppoint_network_published')]: '0x30' }],
  [
    'DroppointNetworkStoreGone',
    'the store is away',
    { [gauge('droppoint_network_store_there')]: '0x60' },
    '40m',
  ],
  ['DroppointNetworkOld', 'the timer didn’t run', { [gauge('droppoint_network_age_seconds')]: '140000x30' }],
  ['DroppointNetworkOutdated', 'nor for six days', { [gauge('droppoint_network_age_seconds')]: '520000x30' }],
  [
    'DroppointPointsFewer',
    'a country is missing',
    { [gauge('droppoint_network_points')]: '1000x1440 900x30' },
    '1450m',
  ],
  [
    'DroppointRejectedMore',
    'the list is odd',
    { [gauge('droppoint_network_rejected')]: '10x1440 500x30' },
    '1450m',
  ],
  [
    'DroppointChecksFail',
    'every point is gone after a bad network',
    { [check('accepted')]: '0+2x1440 2880x60', [check('gone')]: '0x1440 0+2x60' },
    '1480m',
  ],
  [
    'DroppointChecksRefused',
    'a shop asks for the wrong country',
    { [check('accepted')]: '0+2x120', [check('country')]: '0+2x120' },
    '110m',
  ],
  ['DroppointStreetsOld', 'nobody imports', { 'droppoint_streets_age_seconds{area="x"}': '16000000x30' }],
  [
    'DroppointRefusesMany',
    'a proxy hides the clients',
    { [request('/api/embed', 429)]: '0+60x30', [request('/api/embed', 200)]: '0+60x30' },
  ],
  ['DroppointRedisGone', 'Redis is away', { [gauge('droppoint_redis_there')]: '0x30' }],
  ['DroppointBusy', 'the processor is busy', { [gauge('nodejs_eventloop_lag_p99_seconds')]: '0.5x30' }],
  [
    'DroppointMemory',
    'the memory fills',
    { [gauge('process_resident_memory_bytes')]: '1200000000x60' },
    '30m',
  ],
];

/**
 * Series that any visitor or an ordinary night may cause, and that need no action. They last longer than
 * the alert waits (`for`), so that only its condition keeps it silent.
 */
const NOTHING_TO_DO: readonly Case[] = [
  [
    'DroppointTokenRefused',
    'one visitor of parcels every ten minutes, where tracking isn’t granted',
    { [token('api:tracking:read', 400)]: '0x3 1x10 2x10', [gauge('up')]: '1x23' },
  ],
  [
    'DroppointTokenRefused',
    'the same at a node of a release that didn’t count by scope',
    {
      'droppoint_token_requests_total{job="droppoint",instance="a",grant="client_credentials",outcome="400"}':
        '0x3 1x10 2x10',
    },
  ],
  [
    'DroppointTokenRefused',
    'returns aren’t granted',
    { [token('api:returns:write', 403)]: '0+1x30', [token('api:returns:read', 400)]: '0+1x30' },
  ],
  ['DroppointTokenRefused', 'the platform asks to wait', { [token('api:points:read', 429)]: '0+1x30' }],
  [
    'DroppointTokenRefused',
    'one refusal, and a token a minute later',
    { [token('api:points:read', 401)]: '0x5 1x25', [token('api:points:read', 200)]: '0x6 1x24' },
  ],
  [
    'DroppointTokensOften',
    'visitors of parcels, where tracking isn’t granted',
    { [token('api:tracking:read', 400)]: '0+5x120' },
    '100m',
  ],
  [
    'DroppointErrors',
    'two returns that the platform couldn’t take, and no others',
    {
      [request('/api/returns', 503)]: '0 0 1 1 1 1 2 2 2 2 2 2 2',
      [refusal('/api/returns', 503, 'temporarily_unavailable')]: '0 0 1 1 1 1 2 2 2 2 2 2 2',
    },
    '8m',
  ],
  [
    'DroppointErrors',
    'two nearest points that couldn’t be read',
    {
      [request('/api/nearest-points', 503)]: '0x5 1x2 2x20',
      [refusal('/api/nearest-points', 503, 'temporarily_unavailable')]: '0x5 1x2 2x20',
    },
    '12m',
  ],
  [
    'DroppointErrors',
    'the platform is away',
    {
      [request('/api/parcels', 503)]: '0+50x30',
      [refusal('/api/parcels', 503, 'temporarily_unavailable')]: '0+50x30',
    },
  ],
  [
    'DroppointErrors',
    'a broker’s calls that the platform answers with 500',
    {
      [request('/api/platform/a', 500)]: '0+50x30',
      [refusal('/api/platform/a', 500, 'temporarily_unavailable')]: '0+50x30',
    },
  ],
  [
    'DroppointPlatformErrors',
    'two returns that the platform couldn’t take, and no others',
    {
      [request('/api/returns', 503)]: '0 0 1 1 1 1 2x20',
      [refusal('/api/returns', 503, 'temporarily_unavailable')]: '0 0 1 1 1 1 2x20',
    },
    '13m',
  ],
  [
    'DroppointPlatformErrors',
    'visitors of parcels, where tracking isn’t granted',
    {
      [request('/api/parcels', 503)]: '0+50x60',
      [refusal('/api/parcels', 503, 'tracking_not_granted')]: '0+50x60',
    },
    '40m',
  ],
  [
    'DroppointPlatformErrors',
    'returns aren’t set up',
    {
      [request('/api/returns', 503)]: '0+50x60',
      [refusal('/api/returns', 503, 'returns_not_set_up')]: '0+50x60',
    },
    '40m',
  ],
  [
    'DroppointFilesFail',
    'one file that failed',
    { [request('page', 500)]: '0x5 1x25', [request('page', 200)]: '0+1x30' },
    '8m',
  ],
  ['DroppointWidgetMissing', 'somebody guesses names', { [request('widget', 404)]: '0x5 5x8 10x55' }, '25m'],
  [
    'DroppointPlatformFails',
    'a call in four minutes of a quiet night',
    { [call('timeout')]: '0x3 1x3 2x3 3x3 4x3 5x3 6x3' },
    '20m',
  ],
  [
    'DroppointPlatformSlow',
    'a slow call in five minutes of a quiet night',
    slow('0x60', '0x4 1x4 2x4 3x4 4x4 5x4 6x4'),
    '25m',
  ],
  [
    'DroppointRefusesMany',
    'one client of a quiet night',
    { [request('/api/embed', 429)]: '0x5 20x3 40x25', [request('/api/embed', 200)]: '0x30' },
    '12m',
  ],
  [
    'DroppointChecksFail',
    'a visitor asks for points that there never were, while shops’ checks go on',
    { [check('accepted')]: '0+2x1500', [check('mistyped')]: '0x1440 0+600x60' },
    '1480m',
  ],
  [
    'DroppointChecksFail',
    'a quiet night',
    { [check('accepted')]: '0+2x1440 2880x60', [check('gone')]: '0x1450 1x9 2x9 3x9' },
    '1480m',
  ],
  [
    'DroppointChecksRefused',
    'a visitor tries a few',
    { [check('accepted')]: '0x120', [check('gone')]: '0x60 20x60' },
    '90m',
  ],
];

describe.skipIf(!hasPromtool)('Alerts, run by promtool', () => {
  it('each alert fires for its cause', () => {
    const named = new Set(CAUSES.map(([alert]) => alert));
    expect([...named]).toEqual([...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name]) => name));
    expect(run(CAUSES, 1)).toBe('SUCCESS');
  });

  it('no alert fires for events that any visitor can cause and that need no action', () => {
    expect(run(NOTHING_TO_DO, 0)).toBe('SUCCESS');
  });
});

/** @returns `SUCCESS`, or promtool's description of the differences */
function run(cases: readonly Case[], firing: number): string {
  const isLong = ([, , , firesAt = '']: Case) => firesAt.length > '100m'.length;
  // A day is checked every ten minutes, since each check evaluates all rules.
  const outputs = [
    runAt(
      cases.filter((each) => !isLong(each)),
      firing,
      '1m',
    ),
    runAt(cases.filter(isLong), firing, '10m'),
  ];
  return outputs.find((output) => output !== 'SUCCESS') ?? 'SUCCESS';
}

function runAt(cases: readonly Case[], firing: number, everyMinutes: string): string {
  const tests = cases.map(([alert, situation, figures, firesAt = '20m']) => ({
    name: `${alert}: ${situation}`,
    interval: '1m',
    input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}", alertstate="firing"}) or vector(0)`,
        eval_time: firesAt,
        exp_samples: [{ labels: '{}', value: firing }],
      },
    ],
  }));
  const file = join(makeFolder(), 'tests.yml');
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [resolve('docs/alerts.yml')], evaluation_interval: everyMinutes, tests }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  return status === 0 ? 'SUCCESS' : stdout + stderr;
}
