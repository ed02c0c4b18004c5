import { describe, expect, it } from 'vitest';
import { announceEnd } from '../../../src/lib/picker/network-state.svelte.ts';
import { describeProgress } from '../../../src/lib/picker/progress-words.ts';
import type { WalkProgress } from '#platform/walk-points.ts';

const progress = (changes: Partial<WalkProgress>): WalkProgress => ({
  count: 153_600,
  totalPages: 308,
  pagesRead: 25,
  points: 12_300,
  rejected: 100,
  repeated: 0,
  failedPages: [],
  moved: false,
  pass: 1,
  ...changes,
});

describe('the progress line', () => {
  it('the line says that the list is awaited before the first page', () => {
    expect(describeProgress('reading', null, 0)).toEqual({
      line: 'Loading the list of points…',
      bar: null,
    });
    expect(describeProgress('reading', progress({ count: null }), 0).bar).toBeNull();
  });

  it('the line counts points and rejected items out of the total', () => {
    expect(describeProgress('reading', progress({}), 12_300)).toEqual({
      line: '12,400 of 153,600 points',
      bar: { value: 12_400, maximum: 153_600 },
    });
  });

  it('the count never exceeds the total if the list shrinks while it is read', () => {
    const { line, bar } = describeProgress('reading', progress({ count: 12_000 }), 12_300);
    expect(line).toBe('12,400 of 12,400 points');
    expect(bar).toEqual({ value: 12_400, maximum: 12_400 });
  });

  it('the bar can be drawn for an empty list', () => {
    const words = describeProgress('reading', progress({ count: 0, points: 0, rejected: 0 }), 0);
    expect(words).toEqual({ line: '0 of 0 points', bar: { value: 0, maximum: 1 } });
  });

  it('the line says that a list that shifted is checked again', () => {
    const { line, bar } = describeProgress('reading', progress({ pass: 2 }), 9);
    expect(line).toContain('changed');
    expect(line).toContain('2');
    expect(bar).toBeNull();
  });

  it('the line finally says how many points are on the map', () => {
    expect(describeProgress('done', progress({}), 152_080).line).toBe('152,080 points on the map');
    expect(describeProgress('failed', progress({}), 1).line).toBe('1 point on the map');
  });

  it('the end is announced once, with everything that is missing', () => {
    expect(announceEnd(152_080, 1_520, 3)).toBe(
      '152,080 points on the map. 1,520 can’t be placed. 3 pages of the list are missing.',
    );
    expect(announceEnd(5, 0, 0)).toBe('5 points on the map.');
  });
});
