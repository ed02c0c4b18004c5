/**
 * Permissions of the pages in the elements' frames. `allow-scripts` with `allow-same-origin` would let a frame of
 * the same origin remove its sandbox; shops have another origin.
 */
export const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';
