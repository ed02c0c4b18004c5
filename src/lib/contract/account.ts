import * as z from 'zod/mini';

/** Whose session it is, as every answer of `POST /api/oauth/token` says beside the token. */
export const accountSchema = z.looseObject({
  /** The same for as long as the account is: the id token's subject; without one, the session's own random name. */
  id: z.string(),
  /** What people call it. null where the platform sends no id token. */
  name: z.nullable(z.string()),
});

export type Account = z.infer<typeof accountSchema>;
