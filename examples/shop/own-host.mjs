/**
 * Creates a check that a request names this machine as its host. There is no login, and an attacker can
 * make another site's name resolve to this machine (DNS rebinding): its pages would then have this shop's
 * origin and could read its orders. A real shop accepts only its own names and has a login.
 * @param {string} port
 * @returns {(request: import('node:http').IncomingMessage) => boolean}
 */
export const createHostCheck = (port) => {
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return ({ headers: { host = '' } }) => own.includes(host);
};
