import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { explainSnapshotFailure, isInterruption } from '../../publisher/explain-failure.ts';
import { createProgressLine } from '../../publisher/progress-line.ts';
import { writeReport, type Report } from '../../publisher/report.ts';
import { parseSnapshotSettings } from '../../publisher/settings.ts';
import { ENVIRONMENT } from './made-up-platform.ts';

describe('Publisher settings', () => {
  it('require the platform and the client, and no key for logins', () => {
    expect(parseSnapshotSettings(ENVIRONMENT)).toMatchObject({
      platform: { clientId: 'droppoint-sandbox', addresses: { base: 'https://api.example.com' } },
      folder: join(import.meta.dirname, '../../published/network'),
      perPage: 500,
      concurrency: 6,
      maxLostShare: 0.01,
      retainedVersions: 3,
    });
  });

  it('report all wrong keys together', () => {
    const wrong = {
      ...ENVIRONMENT,
      PLATFORM_CLIENT_SECRET: '',
      PLATFORM_BASE_URL: 'http://api.example.com',
      SNAPSHOT_PER_PAGE: '0',
      SNAPSHOT_CONCURRENCY: 'many',
      SNAPSHOT_MAX_LOST_SHARE: '1.5',
      SNAPSHOT_KEEP_VERSIONS: '-1',
      SNAPSHOT_MAX_CHANGE_LOST: '0.05',
      SNAPSHOT_MAX_OUTSIDE_SHARE: '0.1',
    };
    const problems = (() => {
      try {
        return parseSnapshotSettings(wrong) && [];
      } catch (error) {
        return (error as AppError).problems;
      }
    })();
    const keys = problems.map((problem) => problem.split(' ')[0]).sort();
    expect(keys).toEqual([
      'PLATFORM_BASE_URL',
      'PLATFORM_CLIENT_SECRET',
      'SNAPSHOT_CONCURRENCY',
      'SNAPSHOT_KEEP_VERSIONS',
      'SNAPSHOT_MAX_CHANGE_LOST',
      'SNAPSHOT_MAX_LOST_SHARE',
      'SNAPSHOT_MAX_OUTSIDE_SHARE',
      'SNAPSHOT_PER_PAGE',
    ]);
    expect(problems).toContain(
      'SNAPSHOT_MAX_CHANGE_LOST is no longer a setting. Remove it; --accept publishes an intended change.',
    );
  });
});

describe('Progress line', () => {
  function makeLine(isTty: boolean) {
    let nowMs = 0;
    let text = '';
    const line = createProgressLine({ isTty, write: (more) => (text += more), now: () => nowMs });
    const show = (atMs: number, items: number, pass = 1, fetchedItems = items, round = 1) => {
      nowMs = atMs;
      line.show({ round, pass, items, count: 153_600, fetchedItems });
    };
    return { line, show, read: () => text };
  }

  it('shows how many, how fast, and how much longer', () => {
    const { show, read } = makeLine(false);
    show(0, 500);
    show(15_122, 62_000);
    expect(read()).toBe('62,000 of 153,600 points · 4,100 points/s · 23 s left\n');
  });

  it('measures the rate of fetched points only', () => {
    const { show, read } = makeLine(false);
    show(0, 500);
    show(10_000, 62_000, 1, 10_000);
    expect(read()).toContain('1,000 points/s · 92 s left');
  });

  it('overwritten in a terminal, printed now and then elsewhere', () => {
    const terminal = makeLine(true);
    const file = makeLine(false);
    for (let second = 0; second <= 12; second++) {
      terminal.show(second * 1000, 1000 + second);
      file.show(second * 1000, 1000 + second);
    }
    terminal.line.print('Sorting …');
    expect(terminal.read().split('\r')).toHaveLength(14);
    expect(terminal.read().endsWith('\nSorting …\n')).toBe(true);
    expect(file.read().split('\n')).toHaveLength(3);
  });

  it('says that the list is being read again', () => {
    const { show, read } = makeLine(true);
    show(0, 153_600);
    show(1000, 500, 2);
    expect(read()).toContain('The list changed; pass 2: 500 of 153,600 points');
  });

  it('restarts the measurement when failed pages are retried', () => {
    const { show, read } = makeLine(false);
    show(0, 500);
    show(100_000, 153_000);
    show(101_000, 500, 1, 500, 2);
    show(111_000, 152_600, 1, 2000, 2);
    expect(read()).toContain('Retrying failed pages: 152,600 of 153,600 points · 200 points/s · 5 s left');
  });
});

describe('Text report', () => {
  const report: Report = {
    walkedAt: '2026-11-21T08:00:00.000Z',
    walkMs: 12_300,
    listed: 1000,
    points: 950,
    lost: 49,
    repeated: 1,
    moved: true,
    passes: 2,
    failedPages: [3, 9],
    failure: 'The server answered 500.',
    fields: {},
    countryFields: [],
    misplaced: [
      { country: 'PL', points: 34_009, exchanged: 2, outside: 1, examples: { exchanged: [], outside: [] } },
    ],
    unlistedKinds: 0,
    comparisons: [],
    contract: [],
    countries: [['PL', 950]],
    reasons: [['coordinates_zero', 1]],
    setAside: [{ id: 'PL_\n\u001b[31mA', reason: 'coordinates_zero', problem: 'coordinates: both are 0' }],
  };

  it('describes what the walk found', () => {
    const text = writeReport(report);
    expect(text).toContain('2026-11-21 at 08:00');
    expect(text).toMatch(/read 2 times, in 13 s/);
    expect(text).toMatch(/2 pages could not be read: 3, 9\. The server answered 500\./);
    expect(text).toMatch(/49 items .* were missing/);
    expect(text).toMatch(/1 item .* id/);
    expect(text).toContain('PL 3 of 34,009, 2 of them inside with latitude and longitude exchanged');
  });

  it('an id can’t add line breaks or control characters', () => {
    const text = writeReport(report);
    expect(text).not.toContain('\u001b');
    expect(text).toContain('PL_\ufffd\ufffd[31mA  coordinates: both are 0');
  });
});

describe('Failures', () => {
  it.each([
    [new AppError('network', 'No answer.'), 'PLATFORM_BASE_URL'],
    [new AppError('login_failed', 'Refused.', { problems: ['invalid_client'] }), 'invalid_client'],
    [new AppError('rejected', 'The server answered 400.', { requestId: 'r-1' }), 'request id r-1'],
    [new AppError('settings_invalid', 'A is wrong.\nB is wrong.'), 'B is wrong.'],
    [new AppError('aborted', 'Given up.'), 'Run the command again'],
    [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'The disk is full'],
  ])('explained with a remedy: %s', (error, part) => {
    expect(explainSnapshotFailure(error)).toContain(part);
  });

  it('unexpected errors aren’t explained', () => {
    expect(explainSnapshotFailure(new TypeError('x is not a function'))).toBeNull();
  });

  it('an interruption is recognized', () => {
    expect(isInterruption(AbortSignal.abort().reason)).toBe(true);
    expect(isInterruption(new AppError('aborted', ''))).toBe(true);
    expect(isInterruption(new AppError('network', ''))).toBe(false);
  });
});
