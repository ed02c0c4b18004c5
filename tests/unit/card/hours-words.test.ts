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

describe('opening hours as text', () => {
  it('missing hours are “not given”, never “closed”', () => {
    expect(describeHours({ hours: null, roundTheClock: null }, null)).toEqual({
      summary: 'No opening hours given.',
      days: [],
    });
    expect(describeHours({ hours: null, roundTheClock: false }, null).summary).toBe(
      'No opening hours given.',
    );
  });

  it('a point that is open round the clock says so', () => {
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
  ])('a week of %s to %s counts as round the clock', (start, end) => {
    expect(describeHours({ hours: allWeek([{ start, end }]), roundTheClock: null }, null)).toEqual({
      summary: 'Open round the clock',
      days: [],
    });
  });

  it('days are listed in order: split, closed, whole and unknown ones', () => {
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

  it('the times are shown beside “round the clock” if the platform gives both', () => {
    const { summary, days } = describeHours(
      { roundTheClock: true, hours: allWeek([{ start: '06:00', end: '22:00' }]) },
      null,
    );
    expect(summary).toBe('Open round the clock');
    expect(days).toHaveLength(7);
  });
});
