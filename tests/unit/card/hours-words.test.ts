import { describe, expect, it } from 'vitest';
import { describeHours } from '../../../src/lib/card/hours-words.ts';

const allWeek = (intervals: { start: string; end: string }[]) => ({
  monday: intervals,
  tuesday: intervals,
  wednesday: intervals,
  thursday: intervals,
  friday: intervals,
  saturday: intervals,
  sunday: intervals,
});

describe('the words of opening hours', () => {
  it('say "not given" for hours the platform doesn’t tell, not "closed"', () => {
    expect(describeHours({ hours: null, roundTheClock: null }, null)).toEqual({
      summary: 'No opening hours given.',
      days: [],
    });
    expect(describeHours({ hours: null, roundTheClock: false }, null).summary).toBe(
      'No opening hours given.',
    );
  });

  it('say that a point is open round the clock', () => {
    expect(describeHours({ hours: null, roundTheClock: true }, null)).toEqual({
      summary: 'Open round the clock',
      days: [],
    });
  });

  it.each([
    ['00:00', '00:00'],
    ['00:00', '24:00'],
    ['00:00', '23:59'],
    ['00:01', '23:59'],
  ])('take a week of %s to %s for round the clock', (start, end) => {
    expect(describeHours({ hours: allWeek([{ start, end }]), roundTheClock: null }, null)).toEqual({
      summary: 'Open round the clock',
      days: [],
    });
  });

  it('tell the days in order: split, closed, all day and unknown', () => {
    const hours = {
      roundTheClock: null,
      hours: {
        sunday: [],
        monday: [
          { start: '14:00', end: '18:00' },
          { start: '08:00', end: '12:00' },
        ],
        tuesday: [{ start: '00:00', end: '00:00' }],
        friday: [{ start: '18:00', end: '00:00' }],
      },
    };
    const { summary, days } = describeHours(hours, 'friday');
    expect(summary).toBe('');
    expect(days.map(({ day, times }) => `${day}: ${times.join(', ')}`)).toEqual([
      'Monday: 8:00 AM–12:00 PM, 2:00 PM–6:00 PM',
      'Tuesday: 24 hours',
      'Wednesday: Not given',
      'Thursday: Not given',
      'Friday: 6:00 PM–12:00 AM',
      'Saturday: Not given',
      'Sunday: Closed',
    ]);
    expect(days.filter(({ isToday }) => isToday).map(({ day }) => day)).toEqual(['Friday']);
  });

  it('show the times beside "round the clock" when the platform says both', () => {
    const { summary, days } = describeHours(
      { roundTheClock: true, hours: allWeek([{ start: '06:00', end: '22:00' }]) },
      null,
    );
    expect(summary).toBe('Open round the clock');
    expect(days).toHaveLength(7);
  });
});
