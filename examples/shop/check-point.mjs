const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks Droppoint whether a pick-up point is still valid.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} id as sent with the form
 * @param {Record<string, string>} [wanted] conditions, and the last known position: `country`, `type`, `latitude`, `longitude` …
 * @returns {Promise<Validity>} `unknown` in an outage: no order should be refused for that. `refused` if the request is wrong (an
 *   invalid id, a mistyped parameter), or if the answer isn't one about this point: no parcel should be sent then
 */
export async function checkPoint(droppoint, id, wanted = {}) {
  const answer = await readAnswer(droppoint, id, wanted);
  if (answer === null) return { id, status: 'unknown', isValid: true, alternatives: [] };
  const { status, body } = answer;
  // An answer about anything else is no answer to this question.
  if (status === 200 && body?.id === id && typeof body.isValid === 'boolean')
    return /** @type {Validity} */ (body);
  console.error(`Droppoint refused the question about a point: ${status} ${String(body?.message ?? '')}`);
  return { id, status: 'refused', isValid: false, alternatives: [] };
}

/**
 * @param {string} droppoint
 * @param {string} id
 * @param {Record<string, string>} wanted
 * @returns {Promise<{status: number, body: Body | null} | null>} with a body of null if it isn't JSON; null in an outage: without an
 *   answer, with a late or incomplete one, or one that says that Droppoint can't answer now
 */
async function readAnswer(droppoint, id, wanted) {
  try {
    const address = `${droppoint}/api/points/${encodeURIComponent(id)}?${new URLSearchParams(wanted)}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status } = answer;
    if (status === 429 || status >= 500) return null;
    const text = await answer.text();
    return { status, body: parse(text) };
  } catch (error) {
    // A text with half of a surrogate pair is no id, and can't be sent.
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
