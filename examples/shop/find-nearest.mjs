const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks Droppoint for the points nearest to a customer's address.
 * @param {string} droppoint origin of Droppoint, as https://points.example
 * @param {string} address as somebody typed it
 * @param {string} country where the shop sends to
 * @returns {Promise<Nearest>} without points where nothing is called so, or Droppoint can't answer now
 */
export async function findNearest(droppoint, address, country) {
  const query = new URLSearchParams({ address: address.slice(0, 160), country });
  try {
    const answer = await fetch(`${droppoint}/api/points/nearest?${query}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (answer.ok) return /** @type {Nearest} */ (await answer.json());
    console.error(`Droppoint named no points near an address: ${answer.status}`);
  } catch {
    // No answer, not in time, or none of Droppoint's.
  }
  return { place: null, points: [] };
}

/**
 * @typedef {{name: string, unknown: string | null}} Place
 * @typedef {{distanceMetres: number, summary: {id: string, lines: string[]}}} Near
 * @typedef {{place: Place | null, points: Near[]}} Nearest
 */
