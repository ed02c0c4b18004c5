/**
 * Whether a request names this machine as its host. There is no login, and another site's name may be made to lead to this machine (DNS
 * rebinding): its pages would have this shop's origin then, and read its orders. A real shop takes its own names, and has a login.
 * @param {string} port
 * @returns {(request: import('node:http').IncomingMessage) => boolean}
 */
export const createHostCheck = (port) => {
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return ({ headers: { host = '' } }) => own.includes(host);
};
