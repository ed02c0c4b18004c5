import * as z from 'zod/mini';

/** Answer of `GET /api/config`: what the broker's pages need to start a login. All of it is public. */
export const loginSettingsSchema = z.looseObject({
  /** The platform's issuer identifier (RFC 9207); by assumption the login host's origin. */
  issuer: z.string(),
  /** Whether the platform is known to send `iss` with every answer, so that one without it is rejected (RFC 9207 §2.4). */
  issRequired: z.boolean(),
  /** `{account_url}/oauth2/authorize`. */
  authorizationEndpoint: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** Space-separated scopes to ask for. */
  scope: z.string(),
  /** Base URL of the broker's calls: `/api/platform` (the function's relay) or the platform's base address. */
  platformBaseUrl: z.string(),
  /** Names of the paging parameters, which the platform's document doesn't show. */
  pageParameter: z.string(),
  perPageParameter: z.string(),
});

export type LoginSettings = z.infer<typeof loginSettingsSchema>;

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
