import * as z from 'zod/mini';

/** Answer of `GET /api/embed`: the origins whose pages may frame the picker. Equal to the directive `frame-ancestors`. */
export const embedHostsSchema = z.looseObject({ origins: z.array(z.string()) });

export type EmbedHosts = z.infer<typeof embedHostsSchema>;

/** Account of the session, in every answer of `POST /api/oauth/token` beside the token. */
export const accountSchema = z.looseObject({
  /** Stable for an account: the id token's subject; without an id token, the random id of the session. */
  id: z.string(),
  /** Name for people: the one in the id token, else its subject. null if the platform sends no id token. */
  name: z.nullable(z.string()),
});

export type Account = z.infer<typeof accountSchema>;

/** Body of the function's error answers. */
export const refusalSchema = z.looseObject({
  error: z.string(),
  request_id: z.optional(z.string()),
  /** A sentence for people: what was wrong and what to do. */
  message: z.optional(z.string()),
});
