import * as z from 'zod/mini';

/** What the broker's pages need to know to begin a login: `GET /api/config`. All of it is public. */
export const loginSettingsSchema = z.looseObject({
  /** The platform's issuer identifier (RFC 9207); by assumption the login host's origin. */
  issuer: z.string(),
  /** Whether the platform is known to send `iss` with every answer, so that one without it is refused (RFC 9207 §2.4). */
  issRequired: z.boolean(),
  /** `{account_url}/oauth2/authorize`. */
  authorizationEndpoint: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** Space-separated scopes to ask for. */
  scope: z.string(),
  /** Where the broker's own calls go: `/api/platform` (the function's relay) or the platform's base address. */
  platformBaseUrl: z.string(),
  /** Names of the paging parameters, which the platform's document doesn't show. */
  pageParameter: z.string(),
  perPageParameter: z.string(),
});

export type LoginSettings = z.infer<typeof loginSettingsSchema>;

/** `GET /api/embed`: the origins whose pages may frame the picker. The same list as in the header `frame-ancestors`. */
export const embedHostsSchema = z.looseObject({ origins: z.array(z.string()) });

export type EmbedHosts = z.infer<typeof embedHostsSchema>;

/** Whose session it is, as every answer of `POST /api/oauth/token` says beside the token. */
export const accountSchema = z.looseObject({
  /** The same for as long as the account is: the id token's subject; without one, the session's own random name. */
  id: z.string(),
  /** What people call it. null where the platform sends no id token. */
  name: z.nullable(z.string()),
});

export type Account = z.infer<typeof accountSchema>;

/** What the function answers when it refuses. */
export const refusalSchema = z.looseObject({
  error: z.string(),
  request_id: z.optional(z.string()),
  /** A sentence for people: what was wrong and what to do. */
  message: z.optional(z.string()),
});
