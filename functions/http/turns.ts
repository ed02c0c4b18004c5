/**
 * Shares the one thread of a process between questions that compute and everything else, in slices
 * between which other requests are answered. Not needed at the edge, where each request has its own
 * limit of CPU time, and where the clock stands still while it computes.
 */
export interface Turns {
  /** Called wherever a question can wait: lets others go first if this slice is over. */
  pause: () => Promise<void>;
  /** Runs a client's question; only a few of one client run at the same time. */
  take: <Answer>(client: string, answer: () => Promise<Answer>) => Promise<Answer>;
}

/** Runs everything at once, without waiting. */
export const NO_TURNS: Turns = { pause: () => Promise.resolve(), take: (_, answer) => answer() };
