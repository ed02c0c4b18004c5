const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks Droppoint whether a pick-up point can still be had.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} id what came with the form
 * @param {Record<string, string>} [wanted] what would do, and where the point was: `country`, `type`, `latitude`, `longitude` …
 * @returns {Promise<Validity>} `unknown` when Droppoint doesn't answer: an order isn't refused over that
 */
export async function checkPoint(droppoint, id, wanted = {}) {
  const address = `${droppoint}/api/points/${encodeURIComponent(id)}?${new URLSearchParams(wanted)}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (answer.ok) return /** @type {Validity} */ (await answer.json());
    // 400: that is no id at all.
    if (answer.status === 400) return { id, status: 'gone', isValid: false, alternatives: [] };
  } catch {
    // No answer, or not in time.
  }
  return { id, status: 'unknown', isValid: true, alternatives: [] };
}

/**
 * @typedef {{id: string, distanceMetres?: number, coordinates: {latitude: number, longitude: number}, displayName?: unknown, address?: unknown}} Point
 * @typedef {{id: string, status: 'exists' | 'gone' | 'unknown', isValid: boolean, point?: Point, alternatives: Point[]}} Validity
 */
