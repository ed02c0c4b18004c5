/** Pages are static shells that the browser fills: points are loaded from the platform, and login state is kept in the browser. */
export const ssr = false;
export const prerender = true;
