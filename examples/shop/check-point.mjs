const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks Droppoint whether a pick-up point is still valid.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} id as sent with the form
 * @param {Record<string, string>} [conditions] conditions, and the last known position: `country`, `type`,
 *   `latitude`, `longitude` …
 * @returns {Promise<Validity>} `unknown` in an outage: don't refuse an order because of it. `refused` if
 *   the request is wrong (an invalid id, a mistyped parameter) or the answer isn't about this point: then
 *   don't send a parcel
 */
export async function checkPoint(droppoint, id, conditions = {}) {
  const answer = await readAnswer(droppoint, id, conditions);
  if (answer === null) return { id, status: 'unknown', isValid: true, alternatives: [] };
  const { status, body } = answer;
  // Accept only an answer about this point.
  if (status === 200 && body?.id === id && typeof body.isValid === 'boolean')
    return /** @type {Validity} */ (body);
  console.error(`Droppoint refused to check a point: ${status} ${String(body?.message ?? '')}`);
  return { id, status: 'refused', isValid: false, alternatives: [] };
}

/**
 * @param {string} droppoint
 * @param {string} id
 * @param {Record<string, string>} conditions
 * @returns {Promise<{status: number, body: Body | null} | null>} null in an outage: no answer, a late or
 *   incomplete one, or one that says that Droppoint can't answer now. The body is null if it isn't JSON
 */
async function readAnswer(droppoint, id, conditions) {
  try {
    const address = `${droppoint}/api/points/${encodeURIComponent(id)}?${new URLSearchParams(conditions)}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status } = answer;
    if (status === 429 || status >= 500) return null;
    const text = await answer.text();
    return { status, body: parse(text) };
  } catch (error) {
    // A text with a lone surrogate isn't an id and can't be encoded.
    return error instanceof URIError ? { status: 400, body: null } : null;
  }
}

/** @param {string} json @returns {Body | null} null if it isn't JSON */
function parse(json) {
  try {
    return /** @type {Body | null} */ (JSON.parse(json));
  } catch {
    return null;
  }
}

/**
 * @typedef {{id?: unknown, isValid?: unknown, message?: unknown}} Body
 * @typedef {{id: string, lines: string[], latitude: number, longitude: number}} Summary
 * @typedef {{distanceMetres: number, summary: Pick<Summary, 'id' | 'lines'>, texts?: {distance: string}}} Near
 * @typedef {{id: string, status: string, isValid: boolean, errors?: {code: string, message: string}[], meant?: string, summary?: Summary, alternatives: Near[]}} Validity
 */
