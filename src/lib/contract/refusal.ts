import * as z from 'zod/mini';

/** What the function answers when it refuses. */
export const refusalSchema = z.looseObject({
  error: z.string(),
  request_id: z.optional(z.string()),
  /** A sentence for people: what was wrong and what to do. */
  message: z.optional(z.string()),
});
