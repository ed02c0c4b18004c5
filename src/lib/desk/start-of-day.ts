/** The first millisecond of a time's day, in local time. */
export const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
