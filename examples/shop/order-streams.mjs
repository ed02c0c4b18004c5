/** Pages that are told of news; more are told when they are loaded again. */
const MOST_STREAMS = 200;
/** A connection on which nothing comes is closed by proxies. */
const SIGN_OF_LIFE_MS = 25_000;

/** Open pages of orders, each with a connection on which it is told what is new (server-sent events). */
export function createOrderStreams() {
  /** @type {Map<import('node:http').ServerResponse, string>} to the order's number */
  const streams = new Map();
  setInterval(() => streams.forEach((_, stream) => stream.write(':\n\n')), SIGN_OF_LIFE_MS).unref();

  return {
    /**
     * @param {string} number
     * @param {import('node:http').ServerResponse} response whose headers were sent
     * @returns {boolean} false: there are too many
     */
    open(number, response) {
      if (streams.size >= MOST_STREAMS) return false;
      streams.set(response, number);
      response.on('close', () => streams.delete(response));
      return true;
    },
    /**
     * @param {string} number
     * @param {object} view
     */
    push(number, view) {
      for (const [stream, of] of streams)
        if (of === number) stream.write(`data: ${JSON.stringify(view)}\n\n`);
    },
  };
}
