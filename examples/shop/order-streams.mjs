/** Maximum number of pages that receive pushed updates; any others show them when they are loaded again. */
const MAX_STREAMS = 200;
/** Maximum per order, so that one order can't use up the connections of all others. */
const MAX_PER_ORDER = 5;
/**
 * Maximum per client address, which may have several orders. Behind a proxy, read the address from the
 * proxy's header.
 */
const MAX_PER_CLIENT = 20;
/** Proxies close a silent connection, so send something this often. */
const KEEP_ALIVE_MS = 25_000;

/** Open pages of orders, each with a connection for pushed updates (server-sent events). */
export function createOrderStreams() {
  /** @type {Map<import('node:http').ServerResponse, { number: string, client: string }>} */
  const streams = new Map();
  setInterval(() => streams.forEach((_, stream) => stream.write(':\n\n')), KEEP_ALIVE_MS).unref();

  return {
    /**
     * @param {string} number
     * @param {import('node:http').ServerResponse} response whose headers were sent
     * @returns {boolean} false if there are too many
     */
    open(number, response) {
      const client = response.req.socket.remoteAddress ?? '';
      const others = [...streams.values()];
      if (
        others.length >= MAX_STREAMS ||
        others.filter((other) => other.number === number).length >= MAX_PER_ORDER ||
        others.filter((other) => other.client === client).length >= MAX_PER_CLIENT
      )
        return false;
      streams.set(response, { number, client });
      response.on('close', () => streams.delete(response));
      return true;
    },
    /**
     * @param {string} number
     * @param {object} view
     */
    push(number, view) {
      for (const [stream, page] of streams)
        if (page.number === number) stream.write(`data: ${JSON.stringify(view)}\n\n`);
    },
  };
}
