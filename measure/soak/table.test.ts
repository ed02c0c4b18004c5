import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { explainShare, readProcessorTimes } from '../busy.ts';
import { readFamilyTimeMs } from '../family-time.ts';
import { exitCodeOf, judge, writeRows, type Row } from './table.ts';

const IDLE = { all: 5_000, programs: 2_000, stolen: 0, own: 1_000 };
/** The times after ten seconds on a machine with two processors. */
const after = (programs: number, own: number, stolen = 0) => ({
  all: IDLE.all + 20_000,
  programs: IDLE.programs + programs,
  stolen: IDLE.stolen + stolen,
  own: IDLE.own + own,
});

describe('a machine', () => {
  it('isn’t busy, no matter how much of it the soak itself uses', () => {
    expect(explainShare(IDLE, after(19_000, 18_500))).toBe(null);
    expect(explainShare(IDLE, after(0, 0))).toBe(null);
  });

  it('is busy if other programs or its host use it', () => {
    expect(explainShare(IDLE, after(16_000, 6_000))).toBe('others took 50 % of its processors');
    expect(explainShare(IDLE, after(6_000, 6_000, 4_000))).toBe(
      'others took 20 % of its processors, its host 20 %',
    );
  });

  it('distinguishes its programs’ time from waiting, interrupts and stolen time', () => {
    const times = readProcessorTimes('cpu  100 20 30 4000 500 6 7 80 90 0\ncpu0 …');
    expect(times).toMatchObject({ programs: 1_500, stolen: 800, all: 47_430 });
  });

  it('counts finished programs that the soak started as its own', () => {
    const before = readFamilyTimeMs(process.pid);
    const spin = 'while (process.cpuUsage().user < 300_000);';
    expect(spawnSync(process.execPath, ['-e', spin]).status).toBe(0);
    expect(readFamilyTimeMs(process.pid) - before).toBeGreaterThanOrEqual(250);
  });
});

describe('verdicts of the soak', () => {
  const slow: Row = ['a check', '2 ms', '< 1 ms', false, 'timed'];
  const fast: Row = ['a check', '0.5 ms', '< 1 ms', true, 'timed'];
  const wrong: Row = ['wrong answers', '3', '0', false];
  const untargeted: Row = ['requests', '1,000'];
  const judgeAll = (isBusy: boolean) => [slow, fast, wrong, untargeted].map((row) => judge(row, isBusy));

  it('are met or missed on an idle machine', () => {
    expect(judgeAll(false)).toEqual(['missed', 'held', 'missed', null]);
  });

  it('don’t judge missed times on a busy machine, but do judge wrong responses', () => {
    expect(judgeAll(true)).toEqual(['unjudged', 'held', 'missed', null]);
    expect(writeRows([slow], 'others took 50 % of its processors')).toMatch(
      /< 1 ms {3}not judged\nmachine busy: others took 50 % of its processors$/,
    );
  });

  it('give the soak a separate exit code if no target is known to be missed', () => {
    expect(exitCodeOf(['held', null])).toBe(0);
    expect(exitCodeOf(['held', 'unjudged'])).toBe(75);
    expect(exitCodeOf(['unjudged', 'missed'])).toBe(1);
  });
});
