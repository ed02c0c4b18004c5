/**
 * Cloudflare's published prices in US dollars, as of November 2026, beyond what each plan includes:
 * https://developers.cloudflare.com/workers/platform/pricing/ (Standard), https://developers.cloudflare.com/r2/pricing/ (Standard storage),
 * https://developers.cloudflare.com/workers/static-assets/billing-and-limitations/ (requests for static assets are free).
 */
export const CLOUDFLARE = {
  asOf: '2026-11',
  /** The paid plan; it includes ten million requests and thirty million milliseconds, which are not deducted here. */
  planUsdAMonth: 5,
  usdPerMillionRequests: 0.3,
  usdPerMillionCpuMs: 0.02,
  /** Class A: writes. Class B: reads. Egress is free. */
  usdPerMillionWrites: 4.5,
  usdPerMillionReads: 0.36,
  usdPerGbMonth: 0.015,
  /** Static assets of a paid plan (https://developers.cloudflare.com/workers/platform/limits/). */
  mostAssets: 100_000,
} as const;
