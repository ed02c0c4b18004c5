import { describe, expect, it } from 'vitest';
import { countOutcomes, during, measureRecovery, type SentRequest, type Outcome } from './tally.ts';

const broken = { name: 'gone', startedMs: 1_000, endedMs: 2_000, untilMs: 9_000 };

const request = (startedMs: number, endedMs: number, outcome: Outcome): SentRequest => ({
  runtime: 'node',
  route: 'list',
  who: 'broker',
  startedMs,
  endedMs,
  outcome,
  detail: '',
});

describe('recovery after a fault', () => {
  it('lasts until the last bad response to a request sent since then', () => {
    const requests = [
      request(2_100, 2_900, 'failed'),
      request(2_500, 4_500, 'refused'),
      request(4_600, 4_700, 'fine'),
    ];
    expect(measureRecovery(requests, broken)).toBe(2_500);
  });

  it.each([
    ['requests that were sent during the fault', request(1_900, 3_000, 'failed')],
    ['fine responses, however late', request(2_100, 8_000, 'fine')],
    ['effects of the next fault', request(9_000, 9_100, 'failed')],
  ])('isn’t prolonged by %s', (_what, sent) => {
    expect(measureRecovery([sent], broken)).toBe(0);
  });

  it('lasts as long as responses are wrong', () => {
    expect(measureRecovery([request(2_000, 2_300, 'wrong')], broken)).toBe(300);
  });
});

it('counts the outcomes of requests by group', () => {
  const requests = [
    request(1, 2, 'fine'),
    request(1, 2, 'fine'),
    { ...request(1, 2, 'wrong'), route: 'widget' },
  ];
  expect(Object.fromEntries(countOutcomes(requests, ({ route }) => route))).toEqual({
    list: { fine: 2, refused: 0, failed: 0, wrong: 0 },
    widget: { fine: 0, refused: 0, failed: 0, wrong: 1 },
  });
  expect(
    during([request(999, 1_500, 'fine'), request(1_000, 1, 'fine'), request(2_000, 1, 'fine')], broken),
  ).toHaveLength(1);
});
