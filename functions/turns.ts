/**
 * How questions that compute share the one thread of a process with everything else: in slices, between which others are answered. At the
 * edge each request has its own limit of CPU time, and its clock stands still while it computes.
 */
export interface Turns {
  /** Called wherever a question can wait: lets others go first if this slice is over. */
  pause: () => Promise<void>;
  /** Runs a client's question, of which a few are under way at the same time. */
  take: <Answer>(client: string, answer: () => Promise<Answer>) => Promise<Answer>;
}

/** Nobody waits. */
export const NO_TURNS: Turns = { pause: () => Promise.resolve(), take: (_, answer) => answer() };
