/** A page is a shell that the browser fills: the points come from the platform, and a login lives in the browser. */
export const ssr = false;
export const prerender = true;
