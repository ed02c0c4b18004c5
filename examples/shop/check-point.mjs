const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks Droppoint whether a pick-up point is still valid.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} id as sent with the form
 * @param {Record<string, string>} [wanted] conditions, and the last known position: `country`, `type`, `latitude`, `longitude` …
 * @returns {Promise<Validity>} `unknown` if Droppoint can't answer now: no order should be refused for that. `refused` if the
 *   request is wrong (an invalid id, a mistyped parameter): no parcel should be sent then
 */
export async function checkPoint(droppoint, id, wanted = {}) {
  const address = `${droppoint}/api/points/${encodeURIComponent(id)}?${new URLSearchParams(wanted)}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const body = await answer.json();
    if (answer.ok && typeof body?.isValid === 'boolean') return /** @type {Validity} */ (body);
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      console.error(`Droppoint refused the question about a point: ${answer.status} ${body?.message ?? ''}`);
      return { id, status: 'refused', isValid: false, alternatives: [] };
    }
  } catch {
    // No answer, a late one, or one that isn't Droppoint's.
  }
  return { id, status: 'unknown', isValid: true, alternatives: [] };
}

/**
 * @typedef {{id: string, distanceMetres?: number, coordinates: {latitude: number, longitude: number}, displayName?: unknown, address?: unknown}} Point
 * @typedef {{id: string, status: 'exists' | 'gone' | 'unknown' | 'refused', isValid: boolean, point?: Point, alternatives: Point[]}} Validity
 */
