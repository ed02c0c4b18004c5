/**
 * Leaflet asks on its way in whether the browser draws SVG, by putting this one text into an element. Pages that take only
 * trusted texts (Trusted Types, in the policy of svelte.config.js) have to be told that it is one; no other passes. Imported
 * before Leaflet.
 */
const PROBE = '<svg/>';

const createHTML = (text: string) => (text === PROBE ? text : null);
globalThis.trustedTypes?.createPolicy('default', { createHTML });
