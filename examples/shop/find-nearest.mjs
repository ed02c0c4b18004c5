const ANSWER_WITHIN_MS = 3_000;

/**
 * Finds the points nearest to a customer's address with Droppoint.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} address as entered
 * @param {string} country countries that the shop delivers to
 * @returns {Promise<Nearest>} has no points if no such place was found, or if Droppoint can't answer now
 */
export async function findNearest(droppoint, address, country) {
  const query = new URLSearchParams({ address: address.slice(0, 160), country, language: 'en' });
  try {
    const answer = await fetch(`${droppoint}/api/nearest-points?${query}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (answer.ok) return /** @type {Nearest} */ (await answer.json());
    console.error(`Droppoint couldn’t find points near an address: ${answer.status}`);
  } catch {
    // There was no answer, or it was late or not from Droppoint.
  }
  return { place: null, points: [] };
}

/**
 * @typedef {{name: string, unknown: string | null}} Place
 * @typedef {{place: Place | null, points: import('./check-point.mjs').Near[]}} Nearest
 */
