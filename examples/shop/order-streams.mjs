/** Pages that are told of news; more are told when they are loaded again. */
const MOST_STREAMS = 200;
/** Of one order, so that nobody takes those of all others. */
const MOST_OF_AN_ORDER = 5;
/** Of one address, which may have several orders. Behind a proxy it is in the proxy's header. */
const MOST_OF_A_CLIENT = 20;
/** A connection on which nothing comes is closed by proxies. */
const SIGN_OF_LIFE_MS = 25_000;

/** Open pages of orders, each with a connection on which it is told what is new (server-sent events). */
export function createOrderStreams() {
  /** @type {Map<import('node:http').ServerResponse, { number: string, client: string }>} */
  const streams = new Map();
  setInterval(() => streams.forEach((_, stream) => stream.write(':\n\n')), SIGN_OF_LIFE_MS).unref();

  return {
    /**
     * @param {string} number
     * @param {import('node:http').ServerResponse} response whose headers were sent
     * @returns {boolean} false: there are too many
     */
    open(number, response) {
      const client = response.req.socket.remoteAddress ?? '';
      const others = [...streams.values()];
      if (
        others.length >= MOST_STREAMS ||
        others.filter((other) => other.number === number).length >= MOST_OF_AN_ORDER ||
        others.filter((other) => other.client === client).length >= MOST_OF_A_CLIENT
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
      for (const [stream, of] of streams)
        if (of.number === number) stream.write(`data: ${JSON.stringify(view)}\n\n`);
    },
  };
}
