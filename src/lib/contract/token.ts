import * as z from 'zod/mini';

/** What the function's token facade answers (never a refresh token, never an id token). */
export const facadeTokenSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string(),
  /** Seconds of validity; the only thing that tells when a token ends. */
  expires_in: z.number().check(z.gte(0)),
  scope: z.optional(z.string()),
});

/** What the function answers when it refuses. */
export const refusalSchema = z.looseObject({
  error: z.string(),
  request_id: z.optional(z.string()),
  /** A sentence for people: what was wrong and what to do. */
  message: z.optional(z.string()),
});

export type Refusal = z.infer<typeof refusalSchema>;
