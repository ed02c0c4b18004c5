import * as z from 'zod/mini';

/**
 * Answer of `GET /api/embed`: the origins whose pages may frame the picker, the same as in
 * `frame-ancestors`.
 */
export const embedHostsSchema = z.looseObject({ origins: z.array(z.string()) });

export type EmbedHosts = z.infer<typeof embedHostsSchema>;

/** The session's account, in every answer of `POST /api/oauth/token` beside the token. */
export const accountSchema = z.looseObject({
  /**
   * The id token's subject, which is stable for an account; without an id token, the random id of the
   * session.
   */
  id: z.string(),
  /**
   * Name for people: the one in the id token, otherwise its subject. null if the platform sends no id
   * token.
   */
  name: z.nullable(z.string()),
});

export type Account = z.infer<typeof accountSchema>;

/** Body of the function's error answers. */
export const refusalSchema = z.looseObject({
  error: z.string(),
  request_id: z.optional(z.string()),
  /** A sentence for people that says what was wrong and what to do. */
  message: z.optional(z.string()),
});
