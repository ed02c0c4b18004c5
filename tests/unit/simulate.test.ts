import { describe, expect, it } from 'vitest';
import { ASSUMED } from '../simulate/assumed.ts';
import {
  countVisit,
  runOnMachines,
  runOnWorkers,
  scalePublishing,
  type Measured,
  type Way,
} from '../simulate/model.ts';

/** Figures that are easy to calculate with. */
const measured: Measured = {
  fileMs: 0.1,
  frontMs: 0.01,
  checkMs: 0.5,
  nearestMs: 5,
  workerMs: 2,
  visitRequests: 26,
  visitBytes: 100_000,
  publishedPoints: 100_000,
  publishSeconds: 20,
  publishCpuSeconds: 30,
  publishPeakBytes: 300e6,
  publishFiles: 2_000,
  publishBytes: 100e6,
};
const assumed = {
  ...ASSUMED,
  shoppersAnHour: 3_600_000,
  points: 100_000,
  invocations: 6,
  networkFiles: 4,
  cards: 2,
  cardBytes: 10_000,
  tiles: 10,
  tileBytes: 20_000,
  checks: 1,
  nearest: 0.1,
  proxied: 2,
  connectionSeconds: 10,
};
const useOf = ({ uses }: Way, what: string) => uses.find((use) => use.what === what)?.used;

describe('what a service needs', () => {
  it('is counted by the visit', () => {
    expect(countVisit(measured, assumed)).toEqual({ files: 22, answers: 16, bytes: 320_000 });
  });

  it('is more processor time without a server in front than with it', () => {
    // A thousand visits a second: 22 files and 16 answers of 0.1 ms, a check of 0.5, a tenth of 5 ms.
    expect(useOf(runOnMachines(measured, assumed, 1, false), 'processor')).toBeCloseTo(4.8);
    // 22 files of 0.01 ms; 16 answers, a check and a tenth, each twice 0.01 ms more.
    expect(useOf(runOnMachines(measured, assumed, 1, true), 'processor')).toBeCloseTo(0.22 + 2.6 + 0.342);
  });

  it('is shared by three machines, but for what each has to hold', () => {
    const [one, three] = [1, 3].map((machines) => runOnMachines(measured, assumed, machines, true)) as [
      Way,
      Way,
    ];
    for (const what of ['processor', 'network', 'connections'])
      expect(useOf(three, what), what).toBeCloseTo(useOf(one, what)! / 3);
    expect(useOf(three, 'memory while publishing')).toBe(useOf(one, 'memory while publishing'));
    expect([useOf(one, 'network'), useOf(one, 'connections')]).toEqual([2_560, 10_000]);
    expect(three.usdAMonth).toBe(3 * one.usdAMonth);
  });

  it('bends first where it is nearest to a limit', () => {
    const way = runOnMachines(measured, assumed, 1, true);
    const shares = way.uses.map(({ used, limit }) => used / limit);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(way.uses[0]!.what).toBe('network');
  });

  it('grows with the points', () => {
    expect(scalePublishing(measured, { points: 1_000_000 })).toEqual({
      seconds: 200,
      cpuSeconds: 300,
      peakBytes: 3e9,
      files: 20_000,
      bytes: 1e9,
    });
    // The cost of a smaller one is unknown: the same.
    expect(scalePublishing(measured, { points: 10 }).peakBytes).toBe(300e6);
  });
});

describe('on Workers', () => {
  it('files of a network that Cloudflare takes as assets cost nothing', () => {
    const way = runOnWorkers(measured, assumed);
    // Million an hour: 61.56 invocations of 0.30, 123.12 of milliseconds of 0.02, 36 reads of tiles of 0.36.
    expect(way.usdAnHour).toBeCloseTo(61.56 * 0.3 + 123.12 * 0.02 + 36 * 0.36);
    expect([way.name, way.usdAMonth]).toEqual(['Workers, the network among the static assets', 5]);
    // The pages' files, and two versions of 2,000.
    expect(way.uses[0]).toEqual({ what: 'static assets', used: 5_900, limit: 100_000, unit: '' });
  });

  it('two versions of a network and the pages have to fit among the assets', () => {
    const nameOf = (points: number) => runOnWorkers(measured, { ...assumed, points }).name;
    // Two versions of 49,000 files fit beside 1,900, of 49,100 they don't.
    expect(nameOf(2_450_000)).toBe('Workers, the network among the static assets');
    expect(nameOf(2_455_000)).toBe('Workers, the network in R2: too many files for static assets');
  });

  it('each file of a larger one is an invocation and a read', () => {
    const way = runOnWorkers(measured, {
      ...assumed,
      points: 10_000_000,
      publishesAMonth: 30,
      versionsKept: 3,
    });
    expect(way.name).toBe('Workers, the network in R2: too many files for static assets');
    expect(useOf(way, 'static assets')).toBeUndefined();
    expect(way.usdAnHour).toBeCloseTo(83.16 * 0.3 + 166.32 * 0.02 + 57.6 * 0.36);
    // Six million writes, thirty gigabytes.
    expect(way.usdAMonth).toBeCloseTo(5 + 6 * 4.5 + 30 * 0.015);
  });
});
