/**
 * When imported, Leaflet tests for SVG support by setting `innerHTML` to this string. Pages that require Trusted Types (the
 * policy in scripts/page-policy.mjs) must allow it; no other string is allowed. Import this before Leaflet.
 */
const PROBE = '<svg/>';

const createHTML = (text: string) => (text === PROBE ? text : null);
globalThis.trustedTypes?.createPolicy('default', { createHTML });
